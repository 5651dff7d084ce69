import { Module } from '@nestjs/common';
import { ClickStreams } from './click-streams.js';
import { LiveController } from './live.controller.js';

@Module({ controllers: [LiveController], providers: [ClickStreams], exports: [ClickStreams] })
export class LiveModule {}
