import { CONFIG, fieldError, HashLimiter, Metrics, randomKey } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { IdentityConfig } from '../config.js';
import { SecuritySettingsRepository } from '../security/security-settings.repository.js';
import { checkPassword, type PasswordOwner } from './password-rules.js';

// argon2id, which is the library's default, with what OWASP's Password Storage Cheat Sheet gives for it (KiB, passes, lanes).
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// The same letters may arrive composed or decomposed, depending on the keyboard; Vietnamese ones often do.
const canonical = (password: string): string => password.normalize('NFKC');

@Injectable()
export class PasswordService implements OnModuleInit {
  private readonly limiter: HashLimiter;
  private readonly seconds;
  private nobodys: Promise<string> | undefined;

  constructor(
    @Inject(CONFIG) config: IdentityConfig,
    private readonly settings: SecuritySettingsRepository,
    metrics: Metrics,
  ) {
    this.limiter = new HashLimiter({
      concurrency: config.HASH_CONCURRENCY,
      queue: config.HASH_QUEUE,
      perNetwork: config.HASH_PER_NETWORK,
    });
    this.seconds = metrics.histogram(
      'identity_password_hash_seconds',
      'Time of a password hash, waiting for its turn included',
      [],
      [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4],
    );
  }

  async onModuleInit(): Promise<void> {
    await this.nobodysHash();
  }

  /** As `checkPassword`, and throws `auth.password_short` for one that is shorter than administrators ask for. */
  async check(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
    const { min_password_length: min } = await this.settings.find();
    if (password.length < min) throw fieldError(field, 'auth.password_short', { min });
    checkPassword(password, owner, field);
  }

  /** @param network whose place in the queue it takes; null: this machine's, which has no bound of its own. */
  hash(password: string, network: string | null = null): Promise<string> {
    return this.limited(network, () => hash(canonical(password), STRENGTH));
  }

  /**
   * Takes as long when there is no such account (`null`), so that nobody learns from the time which addresses have one.
   * `first` runs when the hash's turn has come, and saves it by throwing.
   */
  async verify(
    stored: string | null,
    password: string,
    network: string | null = null,
    first?: () => Promise<void>,
  ): Promise<boolean> {
    const against = stored ?? (await this.nobodysHash());
    return this.limited(network, async () => {
      await first?.();
      return (await verify(against, canonical(password))) && stored !== null;
    });
  }

  /** Whether two are one password, however the keyboard sent them. */
  areSame(one: string, other: string): boolean {
    return canonical(one) === canonical(other);
  }

  /** True when a hash is weaker than those made today. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return memoryCost < STRENGTH.memoryCost || timeCost < STRENGTH.timeCost || parallelism !== STRENGTH.parallelism;
  }

  private nobodysHash(): Promise<string> {
    this.nobodys ??= this.hash(randomKey()).catch((error: unknown) => {
      this.nobodys = undefined;
      throw error;
    });
    return this.nobodys;
  }

  private async limited<T>(network: string | null, job: () => Promise<T>): Promise<T> {
    const stop = this.seconds.startTimer();
    try {
      return await this.limiter.run(network, job);
    } finally {
      stop();
    }
  }
}
