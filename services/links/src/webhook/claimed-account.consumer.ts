import { accountClaimed, type EventData } from '@linkway/contracts';
import { OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { WebhookService } from './webhook.service.js';

/** Ends what tells others of an account whose address was another's than that of whoever had it, for all that is known. */
@Controller()
export class ClaimedAccountConsumer {
  constructor(private readonly webhooks: WebhookService) {}

  /** Again it finds none: its owner's are made later. */
  @OnEvent(accountClaimed)
  async claimed(account: EventData<typeof accountClaimed>): Promise<void> {
    await this.webhooks.deleteFormer(account);
  }
}
