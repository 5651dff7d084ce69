import { type AppError, networkOf } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AttemptService } from '../attempt/attempt.service.js';
import { KnownDeviceRepository } from '../device/known-device.repository.js';
import type { Origin } from '../session/new-session.js';
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

/** Tells whether a password is an account's, wherever one is asked for: all tries are counted together. */
@Injectable()
export class PasswordCheckService {
  constructor(
    private readonly passwords: PasswordService,
    private readonly attempts: AttemptService,
    private readonly devices: KnownDeviceRepository,
    private readonly lockouts: LockoutNotice,
  ) {}

  /**
   * The account, which `find` gives with its hash. Throws what `refusal` makes where the password is wrong or there is no such
   * account, and `auth.throttled` where too many were wrong before.
   */
  async judge(given: GivenPassword, find: () => Promise<User | null>, refusal: () => AppError): Promise<User> {
    const { email, password, origin } = given;
    const device = await this.knownDevice(email, origin.device);
    const { account, network } = this.attempts.signIn(emailKey(email), origin.ip, device);
    const counters = [...account, ...network];
    const check = () => this.attempts.check(counters);
    await check();

    const user = await find();
    // Guesses that all come at once wait for their turn together: most need no hash any more when it has come.
    const right = await this.passwords.verify(user?.password_hash ?? null, password, networkOf(origin.ip), check);
    if (!user || !right || user.status !== 'active') {
      const reached = (await this.attempts.count(counters)).find(({ counter }) => account.includes(counter));
      if (reached) await this.lockouts.ask(email, reached.remaining);
      throw refusal();
    }
    // Those hashed side by side have all passed by now: none beyond the limit may learn that it was right.
    await check();
    await this.attempts.forget(account);
    return user;
  }

  /** The device, where the account was entered with it before. */
  private async knownDevice(email: string, device: string | undefined): Promise<string | null> {
    return device !== undefined && (await this.devices.isKnown(emailKey(email), device)) ? device : null;
  }
}
