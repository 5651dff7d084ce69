import { Module } from '@nestjs/common';
import { RouteModule } from '../route/route.module.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

@Module({ imports: [RouteModule], controllers: [UsageController], providers: [UsageService] })
export class CapModule {}
