import type { SessionStarted } from '@linkway/contracts';
import { type AppError, type Emit, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { KnownHolder } from '../holder/known-holder.js';
import type { Judged } from '../password/password-check.service.js';
import type { Origin } from '../session/new-session.js';
import { SessionService } from '../session/session.service.js';
import type { UsedCode } from '../two-factor/sealed-codes.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import { TwoFactorNotices } from '../two-factor/two-factor-notices.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { NewDeviceNotice } from './new-device-notice.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

export interface Entering {
  code: string | undefined;
  origin: Origin;
  former: string | undefined;
  /** Where the password was changed, or the account shut, since it was found. */
  refusal: () => AppError;
  /** By what it was shown, where that was no password. */
  with?: 'google';
}

/** Where a session begins for whoever has shown that an account is theirs, by a password or by Google; asks for a code where it has to. */
@Injectable()
export class AccountEntry {
  constructor(
    private readonly users: UserRepository,
    private readonly holder: KnownHolder,
    private readonly sessions: SessionService,
    private readonly secondFactor: SecondFactor,
    private readonly notices: TwoFactorNotices,
    private readonly newDevice: NewDeviceNotice,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  /** `along` is done in the same transaction, once the code was right. */
  async enter(
    judged: Judged,
    { code, origin, former, refusal, with: by }: Entering,
    along?: (...transaction: Transaction) => Promise<void>,
  ): Promise<SessionStarted> {
    const { user } = judged;
    let isNewDevice = false;
    const started = await this.secondFactor.guard(judged, code, (prove) =>
      this.outbox.transaction(async (manager, emit) => {
        // A change of the password ends all sessions: none may begin after it that the former password has opened.
        if (!(await this.users.holdPassword(user, manager))) throw refusal();
        const used = await prove(manager);
        if (used?.kind === 'recovery') await this.notices.recoveryCodeUsedIn(user, used.left, manager);
        await this.holder.enteredIn(user, origin.device, manager);
        await along?.(manager, emit);
        isNewDevice = await this.newDevice.addIn(user, origin, manager);
        const session = await this.sessions.startIn(user, { origin, former }, manager, emit);
        this.tell(user, session, { ip: origin.ip, used, by }, emit);
        return session;
      }),
    );
    if (code !== undefined) this.notices.send();
    if (isNewDevice) this.newDevice.send();
    return started;
  }

  private tell(
    user: User,
    { session_id }: SessionStarted,
    { ip, used, by }: { ip: string; used: UsedCode | null; by: 'google' | undefined },
    emit: Emit,
  ): void {
    if (used?.kind === 'recovery') {
      const details = { recovery_codes_left: used.left };
      this.trail.record({ action: 'two_factor.recovery_code_used', user, ip, details }, emit);
    }
    const target = { kind: 'session', id: session_id } as const;
    const details = { ...(by && { with: by }), two_factor: used?.kind ?? 'none' };
    this.trail.record({ action: 'session.signed_in', user, ip, target, details }, emit);
  }
}
