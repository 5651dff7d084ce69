import { Module } from '@nestjs/common';
import { BlockListModule } from '../block-list/block-list.module.js';
import { LinkNewsModule } from '../link-news/link-news.module.js';
import { QuarantineModule } from '../quarantine/quarantine.module.js';
import { AddressCheckRepository } from './address-check.repository.js';
import { ReputationList } from './reputation-list.js';
import { ReputationWorker } from './reputation-worker.js';
import { WebRisk } from './web-risk.js';

@Module({
  imports: [BlockListModule, LinkNewsModule, QuarantineModule],
  providers: [AddressCheckRepository, ReputationList, ReputationWorker, WebRisk],
})
export class ReputationModule {}
