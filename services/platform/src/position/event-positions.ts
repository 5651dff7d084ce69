import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

export interface EventPosition {
  readonly created: Date;
  readonly sequence: number;
  readonly rewoundAt: Date | null;
}

/** The applied positions of a service, beside its data: what a restored database is compared with. */
@Injectable()
export class EventPositions {
  private readonly callbacks: ((owner: string) => void)[] = [];
  private readonly storing: ((owner: string) => Promise<void>)[] = [];
  private fresh: Promise<boolean> | null = null;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Called with the owner of events that this database misses, or may miss, and that are not delivered again. */
  onGap(callback: (owner: string) => void): void {
    this.callbacks.push(callback);
  }

  /** As `onGap`, but before the position moves past the gap: what is to outlive the process is stored when it resolves. */
  onGapStored(callback: (owner: string) => Promise<void>): void {
    this.storing.push(callback);
  }

  async storeGap(owner: string): Promise<void> {
    for (const callback of this.storing) await callback(owner);
  }

  tellGap(owner: string): void {
    for (const callback of this.callbacks) callback(owner);
  }

  /** As it is at this moment, whoever changes it. */
  read(stream: string): Promise<EventPosition | null> {
    return read(this.database.manager, stream);
  }

  /** Runs `work` with the position, one process at a time; what it answers is stored. */
  async change(
    stream: string,
    work: (position: EventPosition | null) => Promise<EventPosition | null>,
  ): Promise<EventPosition | null> {
    return this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('event_positions'), hashtext($1))`, [stream]);
      const before = await read(manager, stream);
      const after = await work(before);
      if (after && !isSamePosition(before, after)) await write(manager, stream, after);
      return after ?? before;
    });
  }

  /** Whether nothing was ever handled with this database when the process began. Asked before anything is handled. */
  isFresh(): Promise<boolean> {
    this.fresh ??= this.database
      .query('SELECT NOT EXISTS (SELECT 1 FROM inbox) AND NOT EXISTS (SELECT 1 FROM event_positions) AS fresh')
      .then((rows: { fresh: boolean }[]) => rows[0]?.fresh ?? false)
      .catch((error: unknown) => {
        this.fresh = null;
        throw error;
      });
    return this.fresh;
  }
}

async function read(manager: EntityManager, stream: string): Promise<EventPosition | null> {
  const rows: { created: Date; sequence: string; rewound_at: Date | null }[] = await manager.query(
    'SELECT created, sequence, rewound_at FROM event_positions WHERE stream = $1',
    [stream],
  );
  const [row] = rows;
  return row ? { created: row.created, sequence: Number(row.sequence), rewoundAt: row.rewound_at } : null;
}

async function write(manager: EntityManager, stream: string, position: EventPosition): Promise<void> {
  await manager.query(
    `INSERT INTO event_positions (stream, created, sequence, rewound_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (stream) DO UPDATE
       SET created = excluded.created, sequence = excluded.sequence, rewound_at = excluded.rewound_at, at = now()`,
    [stream, position.created, position.sequence, position.rewoundAt],
  );
}

/** Nothing was stored, taken back or put back between the two. */
export function isSamePosition(a: EventPosition | null, b: EventPosition): boolean {
  return (
    a !== null &&
    a.sequence === b.sequence &&
    a.created.getTime() === b.created.getTime() &&
    a.rewoundAt?.getTime() === b.rewoundAt?.getTime()
  );
}
