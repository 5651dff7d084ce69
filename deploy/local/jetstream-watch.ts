import { statfsSync } from 'node:fs';

const LOOK_EVERY_MS = 5_000;
/** Where something is wrong. */
const LOOK_AGAIN_MS = 500;
/** Below that a disk counts as full. */
const FULL_BYTES = 1024 ** 2;
/** Without this much room a fresh server would stumble at once. */
const ROOM_BYTES = 4 * FULL_BYTES;
/** So many answers missing in a row, of two seconds each, where no full disk explains them. */
const PATIENCE = 5;

export interface WatchedServer {
  /** True: JetStream answers; false: it does not; null: cannot be told. */
  answers(): Promise<boolean | null>;
  freeBytes(): number;
  /** Ends the server; whoever supervises it starts it anew. */
  restart(): Promise<void>;
}

/**
 * nats-server does not recover by itself from a disk that was full: its streams hang or are switched off. This starts it
 * anew as soon as there is room again.
 */
export class JetStreamWatch {
  private readonly server: WatchedServer;
  private readonly say: (line: string) => void;
  private timer: NodeJS.Timeout | null = null;
  private wasFull = false;
  private missed = 0;

  constructor(server: WatchedServer, say: (line: string) => void) {
    this.server = server;
    this.say = say;
  }

  start(): void {
    const next = () => {
      this.timer = setTimeout(
        () => {
          void this.look().finally(() => {
            if (this.timer) next();
          });
        },
        this.wasFull || this.missed > 0 ? LOOK_AGAIN_MS : LOOK_EVERY_MS,
      ).unref();
    };
    next();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  async look(): Promise<void> {
    if (this.server.freeBytes() < FULL_BYTES) this.wasFull = true;
    // Once it is known to hang on a full disk, only room is waited for.
    if (!(this.wasFull && this.missed > 0)) {
      const answers = await this.server.answers();
      this.missed = answers === false ? this.missed + 1 : 0;
      if (answers === true && this.server.freeBytes() >= ROOM_BYTES) this.wasFull = false;
    }
    const hangs = this.wasFull ? this.missed > 0 : this.missed >= PATIENCE;
    if (!hangs || this.server.freeBytes() < ROOM_BYTES) return;
    this.say(`the streams of nats-server hang${this.wasFull ? ' since the disk was full' : ''}: starting it anew`);
    this.missed = 0;
    await this.server.restart();
  }
}

export function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // A file system that does not tell: only patience is left.
    return Number.POSITIVE_INFINITY;
  }
}
