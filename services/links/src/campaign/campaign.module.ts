import { Module } from '@nestjs/common';
import { ClickOrderModule } from '../click-order/click-order.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { CampaignController } from './campaign.controller.js';
import { CampaignRepository } from './campaign.repository.js';
import { CampaignService } from './campaign.service.js';
import { CampaignClearing } from './campaign-clearing.js';
import { CampaignClearingRepository } from './campaign-clearing.repository.js';

/** Links that belong together. Links ask it whether a campaign is there. */
@Module({
  imports: [ClickOrderModule, IdempotencyModule],
  controllers: [CampaignController],
  providers: [CampaignClearing, CampaignClearingRepository, CampaignRepository, CampaignService],
  exports: [CampaignRepository],
})
export class CampaignModule {}
