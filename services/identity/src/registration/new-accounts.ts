import { userRegistered } from '@linkway/contracts';
import type { Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { MailRequests } from '../mail-request/mail-requests.service.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { userRegisteredData } from '../user/user.view.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

/** Accounts that people open for themselves. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly users: UserRepository,
    private readonly mails: MailRequests,
  ) {}

  isTaken(email: string): Promise<boolean> {
    return this.users.isEmailTaken(email);
  }

  /** Writes it down, tells of it, and asks for the mail by which its address is confirmed where it is not; `opened` follows the commit. */
  async openIn(user: User, ...[manager, emit]: Transaction): Promise<void> {
    await this.users.insert(user, manager);
    emit(userRegistered, userRegisteredData(user));
    if (user.email_verified_at !== null) return;
    await this.mails.addIn({ purpose: 'confirmation', email: user.email, language: user.language }, manager);
  }

  opened(): void {
    this.mails.wake();
  }
}
