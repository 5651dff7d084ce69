import { getExampleRpc } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ExampleService } from './example.service.js';

@Controller()
export class ExampleController {
  constructor(private readonly example: ExampleService) {}

  @Rpc(getExampleRpc)
  async get() {
    return { link: await this.example.find() };
  }
}
