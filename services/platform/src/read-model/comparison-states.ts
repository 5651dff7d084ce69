import type { RowKey } from '@linkway/contracts';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

export interface Turn {
  claim: string;
  position: RowKey | null;
  /** Rows of this pass so far. */
  compared: number;
  urgent: boolean;
}

/**
 * Where the comparison of each copy is, in the reader's own database. A process takes a turn of one page; while it has
 * it nobody else does, and one that was killed in its turn leaves it to the others when the time is over.
 */
export class ComparisonStates {
  constructor(private readonly database: DataSource) {}

  async add(model: string): Promise<void> {
    await this.database.query('INSERT INTO read_model_comparisons (model) VALUES ($1) ON CONFLICT DO NOTHING', [model]);
  }

  /** null: it is another's turn, or not time yet. `urgentOnly`: only what was asked for. */
  async take(model: string, leaseMs: number, urgentOnly: boolean): Promise<Turn | null> {
    const claim = uuidv7();
    const [rows] = await this.database.query<
      [{ position: RowKey | null; compared: string; urgent: boolean }[], number]
    >(
      `UPDATE read_model_comparisons SET claim = $2, next_at = now() + make_interval(secs => $3)
       WHERE model = $1 AND next_at <= now() AND (urgent OR NOT $4) RETURNING position, compared, urgent`,
      [model, claim, leaseMs / 1_000, urgentOnly],
    );
    const row = rows[0];
    return row ? { claim, position: row.position, compared: Number(row.compared), urgent: row.urgent } : null;
  }

  /** Ends a turn; false when the comparison was begun anew meanwhile. */
  async advance(model: string, turn: Turn, position: RowKey, rows: number, pauseMs: number): Promise<void> {
    await this.database.query(
      `UPDATE read_model_comparisons SET position = $3, compared = compared + $4, claim = NULL,
         next_at = now() + make_interval(secs => $5) WHERE model = $1 AND claim = $2`,
      [model, turn.claim, JSON.stringify(position), rows, pauseMs / 1_000],
    );
  }

  /** Ends the last turn of a pass. */
  async finish(model: string, turn: Turn, pauseMs: number): Promise<void> {
    await this.database.query(
      `UPDATE read_model_comparisons SET position = NULL, compared = 0, urgent = false, claim = NULL,
         last_full_pass_at = now(), next_at = now() + make_interval(secs => $3) WHERE model = $1 AND claim = $2`,
      [model, turn.claim, pauseMs / 1_000],
    );
  }

  /** Gives a turn back undone. */
  async giveBack(model: string, turn: Turn, pauseMs: number): Promise<void> {
    await this.database.query(
      `UPDATE read_model_comparisons SET claim = NULL, next_at = now() + make_interval(secs => $3)
       WHERE model = $1 AND claim = $2`,
      [model, turn.claim, pauseMs / 1_000],
    );
  }

  /** Begins a pass at once and as fast as it goes; a turn that somebody has does not count any more. */
  async hurry(model: string): Promise<void> {
    await this.database.query(
      `INSERT INTO read_model_comparisons (model, urgent) VALUES ($1, true)
       ON CONFLICT (model) DO UPDATE SET position = NULL, compared = 0, urgent = true, claim = NULL, next_at = now()`,
      [model],
    );
  }

  async lastFullPass(model: string): Promise<Date | null> {
    const rows: { last_full_pass_at: Date | null }[] = await this.database.query(
      'SELECT last_full_pass_at FROM read_model_comparisons WHERE model = $1',
      [model],
    );
    return rows[0]?.last_full_pass_at ?? null;
  }
}
