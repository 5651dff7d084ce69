import { Module } from '@nestjs/common';
import { QueryModule } from '../query/query.module.js';
import { AbTestController } from './ab-test.controller.js';
import { AbTestRepository } from './ab-test.repository.js';
import { AbTestService } from './ab-test.service.js';

/** What A/B tests of links came to. */
@Module({
  imports: [QueryModule],
  controllers: [AbTestController],
  providers: [AbTestRepository, AbTestService],
})
export class AbTestModule {}
