import { userChanged } from '@linkway/contracts';
import { Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { accountState } from '../user/account-state.js';
import { UserAdministrationRepository } from './user-administration.repository.js';
import { changedStanding, standingOf } from './user-changes.js';

const AT_ONCE = 100;

/** Plans whose end has come are basic, and whoever keeps a limit hears of it. */
@Injectable()
export class EndedPlans {
  constructor(
    private readonly users: UserAdministrationRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Some of them; 0: there may be more. */
  async end(): Promise<0 | undefined> {
    const ended = await this.outbox.transaction(async (manager, emit) => {
      const users = await this.users.endedForUpdate(AT_ONCE, manager);
      for (const user of users) {
        const next = changedStanding(standingOf(user), { subscription_type: 'basic' });
        if (!next) continue;
        const changed = await this.users.save(user, next, manager);
        emit(userChanged, { user_id: user.id, account: accountState(changed) });
      }
      return users.length;
    });
    return ended === AT_ONCE ? 0 : undefined;
  }
}
