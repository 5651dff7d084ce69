import { LinksWithin } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { RouteModule } from '../route/route.module.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

@Module({ imports: [RouteModule], controllers: [UsageController], providers: [LinksWithin, UsageService] })
export class CapModule {}
