import { createHash } from 'node:crypto';
import { THREAT_QUIET_HOURS, THREAT_RULES, THREATS_KEPT_DAYS, type ThreatType } from '@linkway/contracts';
import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ThreatRow } from './threat.entity.js';

const QUIET = `interval '${THREAT_QUIET_HOURS} hours'`;
/** There may be two where an administrator has opened a resolved one again: the last one goes on. */
const OPEN = `type = $1 AND subject = $2 AND status <> 'resolved' AND last_seen > now() - ${QUIET}`;
const KEPT = `interval '${THREATS_KEPT_DAYS} days'`;

/** Acts of one kind that are told together. */
export interface Acts {
  readonly type: ThreatType;
  readonly subject: string;
  readonly ip_address: string | null;
  readonly user_id: string | null;
  readonly times: number;
}

/**
 * Counts acts for the rules. A tally's row is taken before that of its threat wherever both are, so that nobody waits for each other.
 */
@Injectable()
export class ThreatRepository {
  constructor(@InjectRepository(ThreatRow) private readonly threats: Repository<ThreatRow>) {}

  /** Adds them to the threat that goes on, or to the tally, whose row makes those who begin one at once follow one another. */
  async count(acts: Acts, manager: EntityManager): Promise<void> {
    if (await this.addToOpen(acts, manager)) return;
    const tally = await this.tally(acts, manager);
    if (tally.count < THREAT_RULES[acts.type].count) return;
    // It may have begun while this one waited for the tally.
    if (await this.addToOpen(acts, manager)) return;
    const { times: _, ...threat } = acts;
    await manager.insert(ThreatRow, { ...threat, id: uuidv7(), count: tally.count, first_seen: tally.first_at });
  }

  /**
   * Counting begins anew for whom it is about, as of a threat that is resolved in this transaction. What came after that was seen last, since
   * it was over or resolved before, counts on.
   */
  async forgetTally({ id, subject }: Pick<ThreatRow, 'id' | 'subject'>, manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM threat_tallies USING threats
       WHERE threats.id = $1 AND threat_tallies.type = threats.type AND threat_tallies.subject = $2
         AND threat_tallies.first_at <= threats.last_seen`,
      [id, digestOf(subject)],
    );
  }

  /** Removes some tallies whose windows have closed; 0: there are more. */
  removeClosedTallies(): Promise<0 | undefined> {
    return removeSome(this.threats, { table: 'threat_tallies', by: 'expires_at', where: '<= now()' });
  }

  /** Removes some threats of which nothing was seen for long; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.threats, { table: 'threats', by: 'last_seen', where: `< now() - ${KEPT}` });
  }

  private async addToOpen({ type, subject, ip_address, times }: Acts, manager: EntityManager): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(
      `UPDATE threats SET count = least(count, 1000000000) + $3, last_seen = now(), ip_address = coalesce($4, ip_address)
       WHERE id = (SELECT id FROM threats WHERE ${OPEN} ORDER BY detected_at DESC LIMIT 1) AND ${OPEN}`,
      [type, subject, times, ip_address],
    );
    return changed > 0;
  }

  private async tally(
    { type, subject, times }: Acts,
    manager: EntityManager,
  ): Promise<{ count: number; first_at: Date }> {
    const [row] = await manager.query<{ count: number; first_at: Date }[]>(
      `INSERT INTO threat_tallies (type, subject, count, expires_at) VALUES ($1, $2, $3, now() + make_interval(secs => $4))
       ON CONFLICT (type, subject) DO UPDATE SET
         count = CASE WHEN threat_tallies.expires_at > now() THEN least(threat_tallies.count, 1000000000) ELSE 0 END + excluded.count,
         first_at = CASE WHEN threat_tallies.expires_at > now() THEN threat_tallies.first_at ELSE now() END,
         expires_at = CASE WHEN threat_tallies.expires_at > now() THEN threat_tallies.expires_at ELSE excluded.expires_at END
       RETURNING count, first_at`,
      [type, digestOf(subject), times, THREAT_RULES[type].seconds],
    );
    if (!row) throw new Error('the tally was not returned');
    return row;
  }
}

/** As tallies have it: before there is a threat no address is stored. */
const digestOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url');
