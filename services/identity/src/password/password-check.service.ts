import { type AppError, networkOf } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AttemptService, type SignInCounters } from '../attempt/attempt.service.js';
import { KnownDeviceRepository } from '../device/known-device.repository.js';
import type { Origin } from '../session/new-session.js';
import { requireActive } from '../user/account-state.js';
import { emailKey } from '../user/new-user.js';
import type { User } from '../user/user.entity.js';
import { LockoutNotice } from './lockout-notice.js';
import { PasswordService } from './password.service.js';

/** A password that somebody gives for the account of an address. */
export interface GivenPassword {
  email: string;
  password: string;
  origin: Origin;
}

/** An account whose password was right, and what its tries are counted by. */
export interface Judged {
  user: User;
  tries: SignInCounters;
}

/** Tells whether a password is an account's, wherever one is asked for: all tries are counted together. */
@Injectable()
export class PasswordCheckService {
  constructor(
    private readonly passwords: PasswordService,
    private readonly attempts: AttemptService,
    private readonly devices: KnownDeviceRepository,
    private readonly lockouts: LockoutNotice,
  ) {}

  /** As `verify`, where the password is all that is asked for: what was counted against the account is forgotten. */
  async judge(given: GivenPassword, find: () => Promise<User | null>, refusal: () => AppError): Promise<User> {
    const { user, tries } = await this.verify(given, find, refusal);
    await this.attempts.forget(tries.account);
    return user;
  }

  /**
   * The account, which `find` gives with its hash. Throws what `refusal` makes where the password is wrong or there is no such
   * account, `auth.throttled` where too many were wrong before, and `auth.account_disabled` or `auth.account_suspended` where it was right.
   */
  async verify(given: GivenPassword, find: () => Promise<User | null>, refusal: () => AppError): Promise<Judged> {
    const { email, password, origin } = given;
    const tries = await this.triesOf(email, origin);
    const { account, network } = tries;
    const counters = [...account, ...network];
    const check = () => this.attempts.check(counters);
    await check();

    const user = await find();
    // Guesses that all come at once wait for their turn together: most need no hash any more when it has come.
    const right = await this.passwords.verify(user?.password_hash ?? null, password, networkOf(origin.ip), check);
    if (!user || !right) {
      const reached = (await this.attempts.count(counters)).find(({ counter }) => account.includes(counter));
      if (reached) await this.lockouts.ask({ email, ip: origin.ip }, reached.remaining);
      throw refusal();
    }
    // Those hashed side by side have all passed by now: none beyond the limit may learn that it was right.
    await check();
    // Whoever knows the password may know that the account is shut; nobody else learns so much as that it exists.
    requireActive(user);
    return { user, tries };
  }

  /** What tries at the account of an address are counted by. */
  async triesOf(email: string, { ip, device }: Origin): Promise<SignInCounters> {
    return this.attempts.signIn(emailKey(email), ip, await this.knownDevice(email, device));
  }

  /** The device, where the account was entered with it before. */
  private async knownDevice(email: string, device: string | undefined): Promise<string | null> {
    return device !== undefined && (await this.devices.isKnown(emailKey(email), device)) ? device : null;
  }
}
