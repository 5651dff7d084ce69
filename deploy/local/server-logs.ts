import { copyFileSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { shiftAside } from '@linkway/platform/embedded';

const LOOK_EVERY_MS = 20_000;
/** Written through `LogFile`, which puts itself aside. */
const OWN = 'linkway.log';

export interface LogLimits {
  readonly maxBytes: number;
  readonly keep: number;
}

/**
 * Keeps the logs of PostgreSQL, of nats-server and of what services write to standard error from growing for ever. Their
 * writers hold the files open for appending, so a large one is copied aside and cut to nothing where it stands.
 */
export class ServerLogs {
  private readonly folder: string;
  private readonly limits: LogLimits;
  private readonly timer: NodeJS.Timeout;

  constructor(folder: string, limits: LogLimits) {
    this.folder = folder;
    this.limits = limits;
    this.timer = setInterval(() => this.bound(), LOOK_EVERY_MS).unref();
    this.bound();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Never throws: it runs by a timer of the process that starts all others. */
  bound(): void {
    for (const path of this.logs()) if (sizeOf(path) > this.limits.maxBytes) this.cut(path);
  }

  private logs(): string[] {
    try {
      const names = readdirSync(this.folder).filter((file) => file.endsWith('.log') && file !== OWN);
      return names.map((name) => join(this.folder, name));
    } catch {
      // Somebody removed the folder, or it cannot be read now.
      return [];
    }
  }

  private cut(path: string): void {
    try {
      const copy = `${path}.new`;
      copyFileSync(path, copy);
      shiftAside(path, this.limits.keep, copy);
    } catch {
      // No room for a copy: then room matters more than old lines.
    }
    try {
      truncateSync(path);
    } catch {
      // It is cut at the next look.
    }
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
