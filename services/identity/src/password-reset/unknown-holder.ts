import { accountClaimed } from '@linkway/contracts';
import type { Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AccountDeletionService } from '../account-deletion/account-deletion.service.js';
import { ApiKeyService } from '../api-key/api-key.service.js';
import { GoogleAccountRepository } from '../google/google-account.repository.js';
import { PushSubscriptionRepository } from '../push/push-subscription.repository.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import type { User } from '../user/user.entity.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

/**
 * Whoever had an account until its password was set by a mailed link, and was never seen to read the mail of its address: nobody knows
 * whether they are its owner, or opened it under the address of somebody else.
 */
@Injectable()
export class UnknownHolder {
  constructor(
    private readonly twoFactor: TwoFactorService,
    private readonly keys: ApiKeyService,
    private readonly google: GoogleAccountRepository,
    private readonly pushes: PushSubscriptionRepository,
    private readonly deletions: AccountDeletionService,
  ) {}

  /**
   * Ends all by which they could keep the owner out, get in again or hear of the account, beside what ends with any new password; in the
   * transaction that has set it, after whose commit the mails are sent. `user` with the profile.
   */
  async endIn(user: User, ip: string, ...transaction: Transaction): Promise<void> {
    const [manager, emit] = transaction;
    await this.twoFactor.removeIn(user, ip, ...transaction);
    await this.keys.deleteAllIn(user, ip, ...transaction);
    await this.google.removeAll(user.id, manager);
    await this.pushes.removeAll(user.id, manager);
    await this.deletions.cancelIn(user, { ip, details: { by: 'reset_link' } }, ...transaction);
    const claimed_at = new Date().toISOString();
    emit(accountClaimed, { user_id: user.id, workspace_id: user.workspace_id, claimed_at });
  }
}
