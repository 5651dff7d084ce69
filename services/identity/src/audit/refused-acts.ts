import { createHash } from 'node:crypto';
import { type AuditAction, type AuditRecord, auditRecord, identityAuditRecorded } from '@linkway/contracts';
import { AppError, AppLogger, type Emit, networkOf, Outbox, withoutDeadline } from '@linkway/platform';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ThreatWatch } from '../threat/threat-watch.js';
import { emailKey } from '../user/new-user.js';
import { AuditRepeatRepository, type Repeats } from './audit-repeat.repository.js';
import { AuditTrail } from './audit-trail.js';

/** Which refusals are told, and as what. */
const REFUSALS: Record<string, AuditAction> = {
  'auth.bad_credentials': 'session.refused',
  'auth.account_disabled': 'session.refused',
  'auth.account_suspended': 'session.refused',
  'google.address_unconfirmed': 'session.refused',
  'google.email_unverified': 'session.refused',
  'auth.throttled': 'session.throttled',
  'auth.current_password_wrong': 'password.refused',
  'two_factor.code_invalid': 'two_factor.code_refused',
};

/** Whom somebody wants to be, and from where. */
export interface Attempted {
  readonly email: string;
  /** null: it was not said. */
  readonly ip: string | null;
}

interface Waiting extends Attempted {
  readonly action: AuditAction;
  readonly reason: string;
  more: number;
  timer: NodeJS.Timeout | null;
}

/** Repeats are written so often at most: a flood of them must not queue up for one row. */
const WRITE_EVERY_MS = 1_000;

/**
 * Tells the audit log of what was refused. The first refusal of an account in a network is told at once, those of the next quarter of an hour
 * once with their number, so that who guesses does not fill the log. Whether there is such an account makes no difference but in what is
 * told: neither the answer nor its time depends on it.
 */
@Injectable()
export class RefusedActs implements OnModuleDestroy {
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly repeats: AuditRepeatRepository,
    private readonly trail: AuditTrail,
    private readonly threats: ThreatWatch,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  /** Does `work`; what it refuses is told before the refusal is answered. */
  async watch<T>(attempted: Attempted, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const action = error instanceof AppError ? REFUSALS[error.code] : undefined;
      if (action) await this.note({ ...attempted, action, reason: (error as AppError).code, more: 0, timer: null });
      throw error;
    }
  }

  /** Some of those whose time is over are told; 0: there are more. */
  async closeSome(): Promise<0 | undefined> {
    return this.outbox.transaction(async (manager, emit) => {
      const { repeats, hasMore } = await this.repeats.takeSomeClosed(manager);
      for (const one of repeats) tellRepeats(one, emit);
      return hasMore ? 0 : undefined;
    });
  }

  async onModuleDestroy(): Promise<void> {
    const left = [...this.waiting];
    this.waiting.clear();
    for (const [key, waiting] of left) {
      if (waiting.timer) clearTimeout(waiting.timer);
      if (waiting.more > 0) await this.write(key, waiting, waiting.more);
    }
  }

  private async note(refused: Waiting): Promise<void> {
    const key = keyOf(refused);
    const known = this.waiting.get(key);
    if (known) {
      known.more += 1;
      return;
    }
    this.waiting.set(key, refused);
    try {
      await this.write(key, refused, 1);
    } finally {
      this.writeLater(key, refused);
    }
  }

  private writeLater(key: string, refused: Waiting): void {
    refused.timer = setTimeout(() => void this.writeMore(key, refused), WRITE_EVERY_MS).unref();
  }

  private async writeMore(key: string, refused: Waiting): Promise<void> {
    if (this.waiting.get(key) !== refused) return;
    const { more } = refused;
    if (more === 0) {
      this.waiting.delete(key);
      return;
    }
    refused.more = 0;
    try {
      await this.write(key, refused, more);
    } catch (error) {
      refused.more += more;
      this.logger.warn('refusals could not be counted for the audit log, they are counted later', { error });
    }
    if (this.waiting.get(key) === refused) this.writeLater(key, refused);
  }

  /** Whoever was refused may be gone: it is told all the same. */
  private write(key: string, { action, reason, email, ip }: Waiting, times: number): Promise<void> {
    return withoutDeadline(() =>
      this.outbox.transaction(async (manager, emit) => {
        for (const closed of await this.repeats.takeClosed(key, manager)) tellRepeats(closed, emit);
        const user = await this.trail.byEmail(emailKey(email), manager);
        const record = auditRecord({ id: uuidv7(), action, user, ip, details: { reason } });
        const count = await this.repeats.add(key, record, times, manager);
        if (count === times) emit(identityAuditRecorded, record);
        await this.threats.refused({ action, reason, ip }, times, manager);
      }),
    );
  }
}

/** Where no more tries are taken, any address may be tried without end: those of a network are one. */
function keyOf({ action, reason, email, ip }: Waiting): string {
  const whom = action === 'session.throttled' ? '' : emailKey(email);
  return `${reason}:${createHash('sha256')
    .update(`${networkOf(ip ?? '')}\n${whom}`)
    .digest('base64url')}`;
}

/** The first of them was told. */
function tellRepeats({ record, count, first_at, last_at }: Repeats, emit: Emit): void {
  if (count < 2) return;
  const details = {
    ...record.details,
    repeated: count - 1,
    since: first_at.toISOString(),
    until: last_at.toISOString(),
  };
  const again: AuditRecord = { ...record, id: uuidv7(), details };
  emit(identityAuditRecorded, again);
}
