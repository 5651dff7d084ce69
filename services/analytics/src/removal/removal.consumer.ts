import { type EventData, userDeleted } from '@linkway/contracts';
import { AppError, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DeletedAccountRepository } from './deleted-account.repository.js';

/** Notes that an account is gone; what it has leaves with the next round. */
@Controller()
export class RemovalConsumer {
  constructor(private readonly accounts: DeletedAccountRepository) {}

  @OnEvent(userDeleted)
  async deleted({ workspace_id, deleted_at }: EventData<typeof userDeleted>): Promise<void> {
    await this.accounts.add(workspace_id, new Date(deleted_at)).catch((error: unknown) => {
      // Nothing is wrong with an event that fits its contract, whatever the store says: it is to be brought again.
      throw new AppError('service.unavailable', {}, { cause: error, retryAfterSeconds: 2 });
    });
  }
}
