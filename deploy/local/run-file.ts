import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Mode } from './settings.ts';

export interface ProcessEntry {
  readonly pid: number;
  readonly adminUrl: string;
  readonly httpUrl: string | null;
}

/** What runs, for tests, chaos runs and for the next start, which ends what a killed run left. */
export interface RunRecord {
  pid: number;
  mode: Mode;
  /** False until everything has been ready once. */
  ready: boolean;
  data: string;
  ports: { web: number; redirect: number[]; postgres: number; nats: number };
  urls: { web: string; api: string; redirect: string[] };
  processes: Record<string, ProcessEntry>;
  nats: { pid: number; url: string; user: string; password: string } | null;
  postgres: { pid: number; url: string; databases: Record<string, string> } | null;
}

const RETRY_MS = 1_000;

/**
 * `run.json`; it holds addresses with passwords, so only its owner may read it. A disk that does not take it is tried
 * again: what runs goes on running.
 */
export class RunFile {
  private readonly path: string;
  private readonly record: RunRecord;
  private retry: NodeJS.Timeout | null = null;

  constructor(path: string, record: RunRecord) {
    this.path = path;
    this.record = record;
    this.write();
  }

  static read(path: string): RunRecord | null {
    if (!existsSync(path)) {
      return null;
    }
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as RunRecord;
    } catch {
      return null;
    }
  }

  update(change: (record: RunRecord) => void): void {
    change(this.record);
    this.write();
  }

  remove(): void {
    if (this.retry) clearTimeout(this.retry);
    rmSync(this.path, { force: true });
  }

  private write(): void {
    const next = `${this.path}.new`;
    try {
      writeFileSync(next, `${JSON.stringify(this.record, null, 2)}\n`, { mode: 0o600 });
      renameSync(next, this.path);
    } catch {
      this.retry ??= setTimeout(() => {
        this.retry = null;
        this.write();
      }, RETRY_MS).unref();
    }
  }
}
