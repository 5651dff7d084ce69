import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, isAlive } from '@linkway/platform/embedded';
import { UserError } from './user-error.ts';

/** A run that was told to stop gets this long before the folder counts as in use. */
const LOCK_WAIT_MS = 4_000;

/** The files of one installation. */
export class DataFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes the folder and takes it for this process. Throws `UserError` when it cannot be written or is in use. */
  static async take(path: string): Promise<DataFolder> {
    const folder = new DataFolder(path);
    try {
      makeFolder(folder.logs);
      chmodSync(folder.logs, 0o700);
      const probe = join(path, '.write-test');
      writeFileSync(probe, '');
      rmSync(probe);
    } catch (error) {
      throw new UserError(`the data folder ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
    await folder.lock();
    return folder;
  }

  get secretsFile(): string {
    return join(this.path, 'secrets.json');
  }
  get runFile(): string {
    return join(this.path, 'run.json');
  }
  get logs(): string {
    return join(this.path, 'logs');
  }
  get logFile(): string {
    return join(this.logs, 'linkway.log');
  }
  in(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  /** Someone tries what happens while a server is away: it is not restarted while `hold/NAME` exists. */
  isHeld(name: string): boolean {
    return existsSync(join(this.path, 'hold', name));
  }

  release(): void {
    rmSync(this.lockFile, { force: true });
  }

  private get lockFile(): string {
    return join(this.path, 'lock');
  }

  private async lock(): Promise<void> {
    const deadline = Date.now() + LOCK_WAIT_MS;
    for (;;) {
      try {
        const file = openSync(this.lockFile, 'wx', 0o644);
        writeSync(file, `${process.pid}\n`);
        closeSync(file);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
          throw error;
        }
      }
      const holder = Number(readFileSync(this.lockFile, 'utf8'));
      if (!isRunning(holder)) {
        rmSync(this.lockFile, { force: true });
      } else if (Date.now() > deadline) {
        throw new UserError(
          `the data folder ${this.path} is in use by process ${holder}: stop it, or set LINKWAY_DATA`,
        );
      } else {
        await delay(100);
      }
    }
  }
}

/** Step by step: `recursive` never returns on file systems such as /proc, which refuse with ENOENT. */
function makeFolder(path: string): void {
  if (!existsSync(path)) {
    makeFolder(dirname(path));
    mkdirSync(path);
  }
}

/** The id in an old lock may belong to another program now. */
function isRunning(pid: number): boolean {
  return pid > 1 && pid !== process.pid && isAlive(pid) && /\bdeploy\//.test(commandLine(pid));
}
