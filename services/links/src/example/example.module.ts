import { Module } from '@nestjs/common';
import { CodeModule } from '../code/code.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { LinkModule } from '../link/link.module.js';
import { ExampleController } from './example.controller.js';
import { ExampleService } from './example.service.js';

@Module({
  imports: [CodeModule, DomainModule, LinkModule],
  controllers: [ExampleController],
  providers: [ExampleService],
})
export class ExampleModule {}
