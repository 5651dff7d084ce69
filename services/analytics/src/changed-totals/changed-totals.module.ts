import { Module } from '@nestjs/common';
import { QueryModule } from '../query/query.module.js';
import { ChangedTotalsController } from './changed-totals.controller.js';
import { ChangedTotalsRepository } from './changed-totals.repository.js';
import { ChangedTotals } from './changed-totals.service.js';

/** What links is told of so that it can put lists in order by clicks. */
@Module({
  imports: [QueryModule],
  controllers: [ChangedTotalsController],
  providers: [ChangedTotals, ChangedTotalsRepository],
})
export class ChangedTotalsModule {}
