import { planEnded, userChanged } from '@linkway/contracts';
import { Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Notifier } from '../notification/notifier.js';
import { accountState } from '../user/account-state.js';
import { planDetails } from './standing-acts.js';
import { UserAdministrationRepository } from './user-administration.repository.js';
import { changedStanding, standingOf } from './user-changes.js';

const AT_ONCE = 100;

/** Plans whose end has come are basic, and whoever keeps a limit hears of it. */
@Injectable()
export class EndedPlans {
  constructor(
    private readonly users: UserAdministrationRepository,
    private readonly trail: AuditTrail,
    private readonly notifier: Notifier,
    private readonly outbox: Outbox,
  ) {}

  /** Some of them; 0: there may be more. */
  async end(): Promise<0 | undefined> {
    const ended = await this.outbox.transaction(async (manager, emit) => {
      const users = await this.users.endedForUpdate(AT_ONCE, manager);
      for (const user of users) {
        const now = standingOf(user);
        const next = changedStanding(now, { subscription_type: 'basic' });
        if (!next) continue;
        const changed = await this.users.save(user, next, manager);
        emit(userChanged, { user_id: user.id, account: accountState(changed) });
        const variables = { monthly_links_limit: String(next.monthly_links_limit) };
        await this.notifier.tellIn({ userId: user.id, notification: planEnded, variables }, manager);
        const target = { kind: 'user', id: user.id, name: user.email } as const;
        this.trail.record({ action: 'user.plan_ended', user: null, target, details: planDetails(now, next) }, emit);
      }
      return users.length;
    });
    if (ended > 0) this.notifier.wake();
    return ended === AT_ONCE ? 0 : undefined;
  }
}
