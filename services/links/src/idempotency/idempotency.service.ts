import { AppError, AppLogger, type Emit, Outbox, type Periodic, periodic, requestHash } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { z } from 'zod';
import { LinkPasswords } from '../password/link-passwords.js';
import type { Transaction } from '../transaction.js';
import type { IdempotencyKey } from './idempotency.entity.js';
import { type Claim, IdempotencyRepository } from './idempotency.repository.js';

const KEEP_MS = 86_400_000;
const CLEAN_EVERY_MS = 3_600_000;

/** A request that may come more than once. */
export interface Repeatable<R extends z.ZodType> {
  /** Whose keys these are. */
  scope: string;
  /** null: the caller sent none, every request is a new one. */
  key: string | null;
  /** What tells requests apart, without the password. */
  request: unknown;
  password: string | undefined;
  reply: R;
}

/** Answers a repeated Idempotency-Key with the first answer, for 24 hours. A request that failed may be tried again. */
@Injectable()
export class IdempotencyService implements OnApplicationBootstrap, OnModuleDestroy {
  private cleaning: Periodic | null = null;

  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly passwords: LinkPasswords,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  /** The answer that was given before, if any. Throws `request.idempotency_mismatch` for another request. */
  async earlier<R extends z.ZodType>(repeatable: Repeatable<R>): Promise<z.output<R> | null> {
    if (repeatable.key === null) return null;
    const row = await this.keys.find(repeatable.scope, repeatable.key, expiredBefore());
    return row === null ? null : this.answerOf(row, repeatable);
  }

  /** Runs `work` in a transaction that also stores its answer; gives the first answer when another request was quicker. */
  async once<R extends z.ZodType>(
    repeatable: Repeatable<R>,
    passwordHash: string | null,
    work: (manager: Transaction, emit: Emit) => Promise<z.output<R>>,
  ): Promise<z.output<R>> {
    const claim = this.claimOf(repeatable, passwordHash);
    if (claim === null) return this.outbox.transaction(work);
    return this.outbox.transaction(async (manager, emit) => {
      if (!(await this.keys.claim(manager, claim))) return this.first(repeatable, manager);
      const reply = await work(manager, emit);
      await this.keys.settle(manager, claim.scope, claim.key, reply);
      return reply;
    });
  }

  /** What the key of a request is claimed with; null without one. */
  claimOf({ scope, key, request }: Repeatable<z.ZodType>, passwordHash: string | null): Claim | null {
    if (key === null) return null;
    const hashes = { request_hash: requestHash(request), password_hash: passwordHash };
    return { scope, key, ...hashes, expiredBefore: expiredBefore() };
  }

  /** The answer that another request gave, which had the key first. Throws `request.idempotency_mismatch`. */
  async first<R extends z.ZodType>(repeatable: Repeatable<R>, manager?: Transaction): Promise<z.output<R>> {
    const { scope, key } = repeatable;
    const row = key === null ? null : await this.keys.find(scope, key, expiredBefore(), manager);
    if (row === null) throw new AppError('service.unavailable', {}, { retryAfterSeconds: 1 });
    return this.answerOf(row, repeatable);
  }

  onApplicationBootstrap(): void {
    this.cleaning = periodic(CLEAN_EVERY_MS, () => this.clean(), {
      name: 'deleting old idempotency keys',
      logger: this.logger,
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.cleaning?.stop();
  }

  /** Deletes answers older than a day, every hour; 0: there are more. */
  clean(): Promise<0 | undefined> {
    return this.keys.forget(expiredBefore());
  }

  private async answerOf<R extends z.ZodType>(row: IdempotencyKey, repeatable: Repeatable<R>): Promise<z.output<R>> {
    const same = row.request_hash === requestHash(repeatable.request) && (await this.samePassword(row, repeatable));
    if (!same) throw new AppError('request.idempotency_mismatch');
    return repeatable.reply.parse(row.reply);
  }

  private async samePassword(
    { password_hash }: IdempotencyKey,
    { password, scope }: Repeatable<z.ZodType>,
  ): Promise<boolean> {
    if (password_hash === null || password === undefined) return password_hash === null && password === undefined;
    return this.passwords.verify(password_hash, password, scope);
  }
}

const expiredBefore = (): Date => new Date(Date.now() - KEEP_MS);
