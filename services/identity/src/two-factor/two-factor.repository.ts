import { SETUP_MINUTES } from '@linkway/contracts';
import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Not, type Repository } from 'typeorm';
import { TwoFactor } from './two-factor.entity.js';

const WAITS = `interval '${SETUP_MINUTES} minutes'`;
// Its owner may still be told that it is over, not that there was none.
const KEPT = "interval '1 day'";

/** Of a transaction. */
export type Manager = EntityManager;

export type TwoFactorState = Pick<TwoFactor, 'secret' | 'enabled_at' | 'last_used_step'> & {
  /** It has waited too long for its first code. */
  is_over: boolean;
};

/** What changes a row holds its user before, so that of two who come at once one sees what the other did. */
@Injectable()
export class TwoFactorRepository {
  constructor(@InjectRepository(TwoFactor) private readonly twoFactors: Repository<TwoFactor>) {}

  isEnabled(userId: string, manager: EntityManager = this.twoFactors.manager): Promise<boolean> {
    return manager.existsBy(TwoFactor, { user_id: userId, enabled_at: Not(IsNull()) });
  }

  async find(userId: string, manager: EntityManager = this.twoFactors.manager): Promise<TwoFactorState | null> {
    const [row] = await manager.query<TwoFactorState[]>(
      `SELECT secret, enabled_at, last_used_step, enabled_at IS NULL AND begun_at <= now() - ${WAITS} AS is_over
       FROM two_factors WHERE user_id = $1`,
      [userId],
    );
    return row ?? null;
  }

  /** In place of one that waits; false: it is on. */
  async begin(userId: string, secret: Buffer, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO two_factors (user_id, secret) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, begun_at = now()
         WHERE two_factors.enabled_at IS NULL
       RETURNING 1`,
      [userId, secret],
    );
    return rows.length === 1;
  }

  async enable(userId: string, step: number, manager: EntityManager): Promise<void> {
    await manager.update(
      TwoFactor,
      { user_id: userId, enabled_at: IsNull() },
      { enabled_at: () => 'now()', last_used_step: step },
    );
  }

  /** Uses the code of a step, once: of those who come at once with it, one is told true. */
  async useStep(userId: string, step: number, manager: EntityManager): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `UPDATE two_factors SET last_used_step = $2
       WHERE user_id = $1 AND enabled_at IS NOT NULL AND (last_used_step IS NULL OR last_used_step < $2) RETURNING 1`,
      [userId, step],
    );
    return rows.length === 1;
  }

  /** With its recovery codes. */
  async remove(userId: string, manager: EntityManager): Promise<void> {
    await manager.delete(TwoFactor, { user_id: userId });
  }

  /** Some that another key has sealed. */
  sealedByOther(keyId: Buffer, most: number): Promise<Pick<TwoFactor, 'user_id' | 'secret'>[]> {
    return this.twoFactors.query(
      'SELECT user_id, secret FROM two_factors WHERE substring(secret FROM 2 FOR 4) <> $1 LIMIT $2',
      [keyId, most],
    );
  }

  /** Where it is still the former one. */
  async reseal(userId: string, former: Buffer, secret: Buffer): Promise<void> {
    await this.twoFactors.update({ user_id: userId, secret: former }, { secret });
  }

  /** Removes some that were begun and never turned on; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    const where = `< now() - ${KEPT} AND enabled_at IS NULL`;
    return removeSome(this.twoFactors, { table: 'two_factors', by: 'begun_at', where });
  }
}
