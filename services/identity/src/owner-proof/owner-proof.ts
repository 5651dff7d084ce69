import type { MemberCaller } from '@linkway/contracts';
import { AppError, fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { RefusedActs } from '../audit/refused-acts.js';
import { PasswordCheckService } from '../password/password-check.service.js';
import { requirePassword } from '../password/required-password.js';
import type { Origin } from '../session/new-session.js';
import { SessionService } from '../session/session.service.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import type { Manager } from '../two-factor/two-factor.repository.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';

const wrongPassword = () => fieldError('current_password', 'auth.current_password_wrong');

/** What somebody shows who is signed in already. */
export interface Shown {
  readonly current_password: string;
  /** Where two-factor authentication is on. */
  readonly code?: string | undefined;
  readonly origin: Origin;
}

/** Holds the user with the password that was right, and uses the code, in the transaction of what is asked for. */
export type ProveOwner = (manager: Manager) => Promise<void>;

/** Asks once more who it is, before what a session alone is not enough for. */
@Injectable()
export class OwnerProof {
  constructor(
    private readonly sessions: SessionService,
    private readonly users: UserRepository,
    private readonly passwords: PasswordCheckService,
    private readonly secondFactor: SecondFactor,
    private readonly refused: RefusedActs,
  ) {}

  /**
   * Does `work` for the owner. Throws `auth.current_password_wrong`, `auth.password_not_set`, `auth.throttled`, `two_factor.code_required` and
   * `two_factor.code_invalid`; what was refused is told to the audit log.
   */
  async ask<T>(
    { current_password: password, code, origin }: Shown,
    caller: MemberCaller,
    work: (account: User, prove: ProveOwner) => Promise<T>,
  ): Promise<T> {
    const account = await this.accountOf(caller);
    const { email } = account;
    return this.refused.watch({ email, ip: origin.ip }, async () => {
      const judged = await this.passwords.verify({ email, password, origin }, async () => account, wrongPassword);
      try {
        return await this.secondFactor.guard(judged, code, (prove) =>
          work(account, async (manager) => {
            if (!(await this.users.holdPassword(account, manager))) throw wrongPassword();
            await prove(manager);
          }),
        );
      } catch (error) {
        // Here a code that is missing is a field that is: nobody is to be signed in.
        if (error instanceof AppError && error.code === 'two_factor.required') {
          throw fieldError('code', 'two_factor.code_required');
        }
        throw error;
      }
    });
  }

  /** With the hash of its password. */
  private async accountOf(caller: MemberCaller): Promise<User> {
    const { user_id } = await this.sessions.ofCaller(caller);
    const user = await this.users.findById(user_id);
    if (!user) throw new AppError('auth.unauthenticated');
    requirePassword(user);
    return user;
  }
}
