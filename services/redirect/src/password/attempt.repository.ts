import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

export interface Attempts {
  count: number;
  resetsAt: number;
}

/** Tries of a visitor at a link's password; rows go once their window is over. */
@Injectable()
export class AttemptRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Counts one more try and tells how many that makes in its window. */
  async count(linkId: string, visitor: string, windowSeconds: number): Promise<Attempts> {
    const [row]: { attempts: number; resets_at: Date }[] = await this.database.query(
      `INSERT INTO password_attempts AS known (link_id, visitor, attempts, resets_at)
       VALUES ($1, $2, 1, now() + make_interval(secs => $3))
       ON CONFLICT (link_id, visitor) DO UPDATE SET
         attempts = CASE WHEN known.resets_at <= now() THEN 1 ELSE known.attempts + 1 END,
         resets_at = CASE WHEN known.resets_at <= now() THEN excluded.resets_at ELSE known.resets_at END
       RETURNING attempts, resets_at`,
      [linkId, visitor, windowSeconds],
    );
    if (!row) throw new Error('an upsert gave no row');
    return { count: row.attempts, resetsAt: row.resets_at.getTime() };
  }

  /** Takes back one try within its window. */
  async giveBack(linkId: string, visitor: string): Promise<void> {
    await this.database.query(
      'UPDATE password_attempts SET attempts = attempts - 1 WHERE link_id = $1 AND visitor = $2 AND attempts > 0',
      [linkId, visitor],
    );
  }

  async forget(linkId: string, visitor: string): Promise<void> {
    await this.database.query('DELETE FROM password_attempts WHERE link_id = $1 AND visitor = $2', [linkId, visitor]);
  }

  /** Removes some whose window is over; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.database, { table: 'password_attempts', by: 'resets_at', where: '< now()' });
  }
}
