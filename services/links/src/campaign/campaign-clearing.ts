import { AppLogger, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CampaignClearingRepository, type DeletedCampaign } from './campaign-clearing.repository.js';

const EVERY_MS = 60_000;
/** In one transaction: no link is locked for longer than that takes. */
const PORTION = 500;
/** Campaigns looked at in one round. */
const AT_ONCE = 100;

/** Takes links out of campaigns that were deleted. Any number of processes may do it at once, and a killed one's work is gone on with. */
@Injectable()
export class CampaignClearing implements OnApplicationBootstrap, OnModuleDestroy {
  private clearing: Periodic | null = null;

  constructor(
    private readonly repository: CampaignClearingRepository,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.clearing = periodic(EVERY_MS, () => this.clearSome(), { name: 'clearing campaigns', logger: this.logger });
    void this.clearing.now();
  }

  async onModuleDestroy(): Promise<void> {
    await this.clearing?.stop();
  }

  /** A campaign of few links is empty when this resolves; the links of a larger one go on leaving after it. */
  async begin(campaign: DeletedCampaign): Promise<void> {
    const cleared = await this.repository.clear(campaign, PORTION);
    if (cleared === PORTION) void this.clearing?.now();
  }

  private async clearSome(): Promise<number | undefined> {
    let isLeft = false;
    for (const campaign of await this.repository.withLinks(AT_ONCE))
      isLeft = (await this.repository.clear(campaign, PORTION)) === PORTION || isLeft;
    if (isLeft) return 0;
    await this.repository.forget();
    return undefined;
  }
}
