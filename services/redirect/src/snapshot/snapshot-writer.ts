import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type AppLogger, type Periodic, periodic } from '@linkway/platform';
import type { RedirectConfig } from '../config.js';
import type { HostBook } from '../host/host-book.js';
import type { RouteCache } from '../route/route-cache.js';
import { corrected, nameOf, type RouteVersion } from '../route/route-version.js';
import type { WorkspaceBook } from '../workspace/workspace-book.js';
import { type Change, readSnapshots, removeDead, type Snapshot, SnapshotFile, TOGETHER_MS } from './snapshot-file.js';

const WRITE_EVERY_MS = 60_000;
/** A process that does not live longer than that leaves no snapshot behind. */
const FIRST_AFTER_MS = 10_000;
/** For so long a change may be known here and not be on disk. */
const TELL_WITHIN_MS = 250;
const TRY_AGAIN_MS = 5_000;
/** With more behind it the snapshot is written anew. */
const MOST_ADDED_BYTES = 8 * 1024 ** 2;
/** Changes of other keys that are remembered for as long as older files are believed. */
const MOST_CHANGED = 20_000;
const NEVER = -2;
const STALE = -1;

type Settings = Pick<RedirectConfig, 'SNAPSHOT_DIR' | 'CLICK_LOG_DIR' | 'SNAPSHOT_ROUTES'>;

/** Where the processes of a machine keep their snapshots. */
const snapshotFolder = (config: Settings): string => config.SNAPSHOT_DIR || join(config.CLICK_LOG_DIR, 'snapshot');

/** What the processes of this machine knew last; null: nothing that may be believed. */
export const lastKnown = (config: Settings, logger: Pick<AppLogger, 'warn'>): Promise<Snapshot | null> =>
  readSnapshots(snapshotFolder(config), (file, error) =>
    logger.warn('a snapshot cannot be read and is passed over', { file, error }),
  );

/** What stores a process is told to use, without telling them. */
export const storesOf = (config: Pick<RedirectConfig, 'DATABASE_URL' | 'NATS_URL' | 'NATS_USER'>): string =>
  createHash('sha256')
    .update([config.DATABASE_URL, config.NATS_URL, config.NATS_USER].join('\n'))
    .digest('base64url')
    .slice(0, 22);

export interface Known {
  cache: RouteCache;
  book: HostBook;
  workspaces: WorkspaceBook;
  /** Whether events are heard in this moment. */
  isHeard: () => boolean;
  /** Asks about what is doubted; fails where nobody can be asked. */
  settle: () => Promise<void>;
}

/** What stands in the place of a version that links took back. */
interface TakenBack {
  known: RouteVersion;
  held: number;
}

/** Keeps what a process knows of hot links on disk. */
export class SnapshotWriter {
  private readonly folder: string;
  private readonly file: SnapshotFile;
  private rounds: Periodic | null = null;
  private readonly changes: Change[] = [];
  /**
   * What became otherwise a while ago, by name; the oldest first. Of a key that is in the file only what links took back has to be told
   * beside it, or an older file would bring it back; and that until links is past the version that it took back, which it makes anew.
   */
  private readonly changed = new Map<string, { change: Change; takenBack: TakenBack | null; at: number }>();
  /** Names of the keys that the file tells of, and of those that it will when it is written. */
  private names = new Set<string>();
  private nextNames: Set<string> | null = null;
  /** Of what is in memory, when it was written. */
  private revision = NEVER;
  private telling: NodeJS.Timeout | null = null;
  private triedAt = 0;
  private atWork: Promise<void> = Promise.resolve();
  private closed = false;

  /** It hears of changes from now on, and writes once it is begun. `at`: when what is known in the beginning was known to be right. */
  constructor(
    private readonly known: Known,
    private readonly stores: string,
    private readonly config: Settings,
    private readonly logger: Pick<AppLogger, 'warn' | 'info'>,
    private at = Date.now(),
  ) {
    this.folder = snapshotFolder(config);
    this.file = new SnapshotFile(this.folder);
    known.cache.onTold = (change, held) => this.note(change, held);
    known.book.onTold = (domain) => this.tell({ domain });
    known.workspaces.onTold = (workspace) => this.tell({ workspace });
  }

  begin(): void {
    const options = { name: 'keeping a snapshot of hot links', logger: this.logger };
    this.rounds = periodic(FIRST_AFTER_MS, () => this.round(), options);
  }

  /** A key of an older snapshot that leads nowhere any more: that one must not bring it back. */
  gone(known: RouteVersion): void {
    this.note({ ...known, route: null }, known.version);
  }

  /** When all that is on disk was known to be right, in milliseconds; 0 before anything is there. */
  get writtenAt(): number {
    return this.revision === NEVER ? 0 : this.at;
  }

  /** Brings the disk up to what is in memory. */
  keepNow(): Promise<void> {
    return this.inTurn(async () => {
      await this.keep();
      await removeDead(this.folder);
    });
  }

  /** Writes a last time, where it has begun to. */
  async close(): Promise<void> {
    this.closed = true;
    if (!this.rounds) return;
    await this.rounds.stop();
    if (this.telling) clearTimeout(this.telling);
    try {
      await this.keepNow();
    } catch (error) {
      this.logger.warn('the last snapshot cannot be written', { error });
    }
    await this.file.close();
  }

  private async round(): Promise<number> {
    this.triedAt = Date.now();
    // What cannot be asked about stays as old as it is.
    await this.known.settle().catch(() => undefined);
    await this.keepNow();
    return WRITE_EVERY_MS;
  }

  private get inMemory(): number {
    return this.known.cache.revision + this.known.book.revision + this.known.workspaces.revision;
  }

  /** Whether what is in memory is as links has it, as far as anybody can know. */
  private get isSure(): boolean {
    return this.known.isHeard() && this.known.cache.doubtful().length === 0;
  }

  private async keep(): Promise<void> {
    const at = this.isSure ? Date.now() : this.at;
    const revision = this.inMemory;
    if (revision === this.revision && this.file.added < MOST_ADDED_BYTES) {
      try {
        await this.append([{ at }]);
        this.at = at;
        return;
      } catch {
        // It is gone, or its disk is full: all of it is written anew.
      }
    }
    const isFirst = this.revision === NEVER;
    if (!isFirst) this.revision = STALE;
    const hottest = this.known.cache.hottest(this.config.SNAPSHOT_ROUTES);
    this.nextNames = new Set();
    for (const { name } of hottest) this.nextNames.add(name);
    this.forget();
    const names = this.nextNames;
    const others = [...this.changed].flatMap(([name, { change, takenBack }]) =>
      names.has(name) ? (takenBack ?? []) : change,
    );
    try {
      const [domains, workspaces] = [this.known.book.all(), this.known.workspaces.all()];
      await this.file.write({ at, stores: this.stores, domains, workspaces, routes: hottest }, others);
      this.names = names;
    } finally {
      this.nextNames = null;
    }
    this.revision = revision;
    this.at = at;
    if (isFirst) this.logger.info('a snapshot of hot links is on disk', { links: hottest.length });
  }

  /** Also of a key that is not in the file: an older one, of a process that is dead by now, may hold it. */
  private note(known: RouteVersion, held: number | null): void {
    const name = nameOf(known.code, known.host);
    const isKept = this.names.has(name) || (this.nextNames?.has(name) ?? false);
    const takenBack = takenBackBy(known, held, this.changed.get(name)?.takenBack ?? null);
    const gone = { ...known, version: Math.max(known.version, takenBack?.held ?? 0), route: null };
    const change = { known: gone, held: takenBack && gone.version };
    this.changed.delete(name);
    this.changed.set(name, { change, takenBack, at: Date.now() });
    if (this.changed.size > MOST_CHANGED) this.changed.delete(this.changed.keys().next().value ?? '');
    this.tell(isKept ? { known, held } : change);
  }

  private forget(): void {
    const before = Date.now() - TOGETHER_MS;
    for (const [name, { at }] of this.changed) {
      if (at >= before) break;
      this.changed.delete(name);
    }
  }

  private tell(change: Change): void {
    // Until a file is begun, it is in memory, or among what changed.
    if (this.closed || (this.revision === NEVER && !this.nextNames)) return;
    this.changes.push(change);
    if (this.telling) return;
    this.telling = setTimeout(() => {
      this.telling = null;
      void this.inTurn(() => this.tellAll());
    }, TELL_WITHIN_MS);
    this.telling.unref();
  }

  private async tellAll(): Promise<void> {
    try {
      await this.append([]);
    } catch {
      this.revision = STALE;
    }
    const isDue = this.revision === STALE || this.file.added >= MOST_ADDED_BYTES;
    if (isDue && Date.now() - this.triedAt > TRY_AGAIN_MS) void this.rounds?.now();
  }

  /** What was told so far and `more`. Where it cannot be added all of it is written anew, and that has it from memory. */
  private async append(more: readonly Change[]): Promise<void> {
    const told = [...this.changes.splice(0), ...more];
    if (told.length > 0) await this.file.append(told);
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.atWork.then(work);
    this.atWork = next.catch(() => undefined);
    return next;
  }
}

/** An older version that gave way in the order of versions was not taken back. */
function takenBackBy(known: RouteVersion, held: number | null, former: TakenBack | null): TakenBack | null {
  if (former === null || known.version > former.held)
    return held === null || held < known.version ? null : { known, held };
  return { known: corrected(former.known, known, held), held: Math.max(former.held, held ?? 0) };
}
