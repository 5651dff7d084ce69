import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Told {
  at: number;
  sent: number;
  answered: number;
  refused: Record<string, number>;
}

/** Visits of a link that another process makes, and how many there are at any time. */
export class VisitsBeside {
  private told: Told[] = [{ at: 0, sent: 0, answered: 0, refused: {} }];
  private readonly child: ChildProcess;
  private waiting: (() => void)[] = [];

  constructor(address: string, perSecond: number, visitor: { userAgent: string; language: string }) {
    const script = fileURLToPath(new URL('./visits-beside.mjs', import.meta.url));
    const args = [script, address, String(perSecond), visitor.userAgent, visitor.language];
    this.child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.child.stdout) {
      createInterface({ input: this.child.stdout }).on('line', (line) => {
        this.told.push({ at: performance.now(), ...(JSON.parse(line) as Omit<Told, 'at'>) });
        for (const wake of this.waiting.splice(0)) wake();
      });
    }
  }

  /** Visits that were answered by then. */
  answeredAt(moment: number): number {
    return this.told.findLast(({ at }) => at <= moment)?.answered ?? 0;
  }

  /** The most that can have been sent by now: what is told next. */
  async sentByNow(): Promise<number> {
    await new Promise<void>((wake) => this.waiting.push(wake));
    return this.last.sent;
  }

  /** Ends them; answers how many were answered. */
  async stop(): Promise<number> {
    const ended = once(this.child, 'close');
    this.child.stdin?.write('stop\n');
    await ended;
    const { sent, answered, refused } = this.last;
    if (answered !== sent)
      throw new Error(`${sent - answered} of ${sent} visits were not answered: ${JSON.stringify(refused)}`);
    return answered;
  }

  private get last(): Told {
    return this.told.at(-1) as Told;
  }
}
