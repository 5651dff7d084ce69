import type { Locale } from '@linkway/contracts';
import type { Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AccountLinkRepository } from '../account-link/account-link.repository.js';
import { KnownDeviceRepository } from '../device/known-device.repository.js';
import { SessionService } from '../session/session.service.js';
import type { User } from '../user/user.entity.js';
import { PasswordChangedNotice } from './password-changed-notice.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

/** What an account was entered by until it had another password. */
@Injectable()
export class FormerPassword {
  constructor(
    private readonly links: AccountLinkRepository,
    private readonly sessions: SessionService,
    private readonly devices: KnownDeviceRepository,
    private readonly notice: PasswordChangedNotice,
  ) {}

  /**
   * Ends all of it, and has the owner told, in the transaction that has set the new one; `tell` follows the commit. `user` with the
   * profile, `language` that of the page, null: the owner's. The ids of the sessions that ended.
   */
  async endIn(user: User, language: Locale | null, ...transaction: Transaction): Promise<string[]> {
    const [manager] = transaction;
    const ended = await this.sessions.endAllIn(user.id, ...transaction);
    // A link that was asked for before, by whomever, would set it anew.
    await this.links.removeAll(user.id, 'reset_password', manager);
    // Whoever knew the former password may have made many devices known, each with guesses of its own.
    await this.devices.forgetAll(user.id, manager);
    await this.notice.addIn(user, language, manager);
    return ended;
  }

  tell(): void {
    this.notice.send();
  }
}
