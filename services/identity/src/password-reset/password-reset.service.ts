import type { RpcInput, resetPasswordRpc } from '@linkway/contracts';
import { AppError, networkOf, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AccountLinkRepository } from '../account-link/account-link.repository.js';
import { AttemptService } from '../attempt/attempt.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { KnownDeviceRepository } from '../device/known-device.repository.js';
import { KnownHolder } from '../holder/known-holder.js';
import { FormerPassword } from '../password/former-password.js';
import { PasswordService } from '../password/password.service.js';
import { UserRepository } from '../user/user.repository.js';
import { UnknownHolder } from './unknown-holder.js';

const PURPOSE = 'reset_password';

/** Sets a new password for whoever has the link that was sent to the account's address. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly links: AccountLinkRepository,
    private readonly users: UserRepository,
    private readonly passwords: PasswordService,
    private readonly attempts: AttemptService,
    private readonly former: FormerPassword,
    private readonly holder: KnownHolder,
    private readonly unknown: UnknownHolder,
    private readonly devices: KnownDeviceRepository,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async reset({ token, password, ip, device, language }: RpcInput<typeof resetPasswordRpc>): Promise<void> {
    const link = await this.links.findOpen(token, PURPOSE);
    if (!link || link.used_at !== null) throw new AppError('auth.reset_link_invalid');
    // A password that is refused leaves the link as it was.
    await this.passwords.check(password, link);
    const hash = await this.passwords.hash(password, networkOf(ip));
    await this.outbox.transaction(async (manager, emit) => {
      const user = await this.users.findActive(link.email_lower, manager);
      if (!user) throw new AppError('auth.reset_link_invalid');
      // First, as a change of the password and the next link do: it holds the account, and none waits for another in turn.
      await this.users.setPassword(user.id, hash, manager);
      if (!(await this.links.use(token, PURPOSE, manager))) throw new AppError('auth.reset_link_invalid');
      // The link came by mail: whoever has it reads what is sent to that address.
      const confirmed = await this.users.confirmEmail(user.id, link.email_lower, manager);
      const wasUnknown = await this.holder.resetIn(user.id, { confirms: confirmed }, manager);
      const ended = await this.former.endIn(user, language, manager, emit);
      // The browser that the link was opened in: else whoever goes on guessing would lock out who has just set another password.
      if (device !== undefined) await this.devices.remember(user.id, device, manager);
      this.trail.record({ action: 'password.reset', user, ip, details: { sessions_ended: ended.length } }, emit);
      if (confirmed) {
        this.trail.record({ action: 'account.email_confirmed', user, ip, details: { by: 'reset_link' } }, emit);
      }
      if (wasUnknown) await this.unknown.endIn(user, ip, manager, emit);
    });
    await this.attempts.forgetAccount(link.email_lower);
    this.former.tell();
  }
}
