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

/** `run.json`; it holds addresses with passwords, so only its owner may read it. */
export class RunFile {
  private readonly path: string;
  private readonly record: RunRecord;

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
    rmSync(this.path, { force: true });
  }

  private write(): void {
    writeFileSync(`${this.path}.new`, `${JSON.stringify(this.record, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.path}.new`, this.path);
  }
}
