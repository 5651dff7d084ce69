import { [[operationCamel]], [[rpc]] } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';

@Controller()
export class [[Controller]]Controller {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint([[operationCamel]])
  async handle(_input: EndpointInput<typeof [[operationCamel]]>, request: ApiRequest) {
    return this.rpc.call([[rpc]], {}, { caller: callerOf(request) });
  }
}
