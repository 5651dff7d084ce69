import { Module } from '@nestjs/common';
import { ClickSignals } from '../ingest/click-signals.js';
import { ClaimController } from './claim.controller.js';
import { ClaimedClicks } from './claimed-clicks.js';

@Module({ controllers: [ClaimController], providers: [ClaimedClicks, ClickSignals] })
export class ClaimModule {}
