import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { OverviewService } from './overview.service.js';

@Module({ controllers: [AnalyticsController], providers: [OverviewService] })
export class AnalyticsModule {}
