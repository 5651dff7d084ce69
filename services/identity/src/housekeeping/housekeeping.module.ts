import { Module } from '@nestjs/common';
import { AttemptModule } from '../attempt/attempt.module.js';
import { SessionModule } from '../session/session.module.js';
import { HousekeepingService } from './housekeeping.service.js';

@Module({ imports: [AttemptModule, SessionModule], providers: [HousekeepingService] })
export class HousekeepingModule {}
