import { CONFIG, LinksWithin, Metrics } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { RollUpModule } from '../roll-up/roll-up.module.js';
import { AddedDays } from './added-days.js';
import { CountedDays } from './counted-days.js';
import { DayStates } from './day-states.js';
import { KeptTotals } from './kept-totals.js';
import { QueryController } from './query.controller.js';
import { QuestionQueue, SINGLE_QUESTIONS, singleQuestions } from './question-queue.js';
import { SingleTotals } from './single-totals.js';
import { StatisticsRepository } from './statistics.repository.js';
import { StatisticsService } from './statistics.service.js';
import { TopValues } from './top-values.js';

@Module({
  imports: [RollUpModule],
  controllers: [QueryController],
  providers: [
    AddedDays,
    CountedDays,
    DayStates,
    KeptTotals,
    LinksWithin,
    QuestionQueue,
    SingleTotals,
    StatisticsRepository,
    StatisticsService,
    TopValues,
    { provide: SINGLE_QUESTIONS, useFactory: singleQuestions, inject: [CONFIG, Metrics] },
  ],
  exports: [DayStates, KeptTotals, QuestionQueue],
})
export class QueryModule {}
