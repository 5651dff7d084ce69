import type { gatewayCounts, SignalData } from '@linkway/contracts';
import type { AppLogger } from '@linkway/platform';
import { SharedCounts } from '../../src/limit/shared-counts.js';

type Said = SignalData<typeof gatewayCounts>;
const logger = { warn: () => {} } as unknown as AppLogger;

/** Processes of the gateway that hear each other in this one, each message after a moment. */
export class Bus {
  readonly messages: Said[] = [];
  readonly nats = { isConnected: true };
  private readonly hearings = new Map<SharedCounts | null, Map<string, (said: Said) => void>>();
  private readonly cut = new Set<SharedCounts>();
  private readonly returns: (() => void)[] = [];

  start(): SharedCounts {
    let counts: SharedCounts | null = null;
    const heard = new Map<string, (said: Said) => void>();
    const signals = {
      tell: (_: unknown, to: string, said: Said) => {
        if (this.nats.isConnected && !(counts && this.cut.has(counts))) this.say(to, said);
      },
      hear: (_: unknown, key: string, handler: (said: Said) => void) => {
        heard.set(key, handler);
        return { stop: () => heard.delete(key) };
      },
      onGap: (callback: () => void) => this.returns.push(callback),
    };
    counts = new SharedCounts(signals as never, this.nats, logger);
    this.hearings.set(counts, heard);
    counts.onModuleInit();
    return counts;
  }

  /** As after a kill -9: it says and hears nothing more. */
  kill(counts: SharedCounts): void {
    this.cut.add(counts);
  }

  return(): void {
    this.nats.isConnected = true;
    for (const callback of this.returns) callback();
  }

  private say(to: string, said: Said): void {
    this.messages.push(said);
    for (const [counts, heard] of this.hearings) {
      // Not by timers: on a busy machine those of who waits for an answer would be over first.
      void afterTurns(Math.floor(Math.random() * 8)).then(() => {
        if (!(counts && this.cut.has(counts))) heard.get(to)?.(structuredClone(said));
      });
    }
  }
}

async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}

/** Of a gateway that is the only one. */
export const aloneCounts = (): SharedCounts => new Bus().start();

export const noFloods = { count: () => {} };
