import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Harness } from '@linkway/local/harness';

const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Number of the visit that waits until the link is known, far from those of the load. */
const FIRST = 4_000_000_000;

/** What became of numbered requests. A number that is in none of the sets was never sent: its connection was refused. */
export class Traffic {
  /** Got the redirect. */
  readonly answered = new Set<number>();
  /** Sent, but the connection broke before the answer: whether it was served nobody can know. */
  readonly broken = new Set<number>();
  /** Got another answer, by status. */
  readonly others = new Map<number, number>();
  refused = 0;
  private next = 0;
  private over = false;
  private running: Promise<void> = Promise.resolve();
  private readonly agent: Agent;
  private readonly urlOf: (number: number) => string;
  private readonly connections: number;

  constructor(urlOf: (number: number) => string, connections: number) {
    this.urlOf = urlOf;
    this.connections = connections;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** How many requests got no redirect, whatever they got instead. */
  get failed(): number {
    return this.broken.size + this.refused + [...this.others.values()].reduce((sum, count) => sum + count, 0);
  }

  /** What those got, in words. */
  get faults(): string {
    const others = [...this.others].map(([status, count]) => `${count} of status ${status}`);
    return [`${this.refused} refused`, `${this.broken.size} broken`, ...others].join(', ');
  }

  /** The first visit, which is answered as soon as the redirect knows the link. */
  async first(node: Harness): Promise<void> {
    const url = this.urlOf(FIRST);
    await node.until(async () => (await fetch(url, { redirect: 'manual' })).status === 302, 15_000);
    this.answered.add(FIRST);
  }

  /** Sends until `stop`, pausing a worker for `pauseMs` between its requests. */
  start(pauseMs: number): void {
    this.over = false;
    this.running = this.run(() => this.over, pauseMs);
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.running;
  }

  /** Sends until `isOver`, pausing a worker for `pauseMs` between its requests. */
  async run(isOver: () => boolean, pauseMs = 0): Promise<void> {
    await Promise.all(
      Array.from({ length: this.connections }, async () => {
        while (!isOver()) {
          await this.one(this.next++);
          if (pauseMs > 0) await delay(pauseMs);
        }
      }),
    );
    this.agent.destroy();
  }

  private async one(number: number): Promise<void> {
    const outcome = await ask(this.urlOf(number), this.agent);
    if (outcome === 302) this.answered.add(number);
    else if (typeof outcome === 'number') this.others.set(outcome, (this.others.get(outcome) ?? 0) + 1);
    else if (outcome === 'broken') this.broken.add(number);
    else {
      this.refused += 1;
      await delay(20);
    }
  }
}

function ask(url: string, agent: Agent): Promise<number | 'broken' | 'refused'> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers: { 'user-agent': USER_AGENT }, timeout: 10_000 }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 'broken'));
    });
    sent.once('timeout', () => sent.destroy(new Error('timed out')));
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'));
    sent.end();
  });
}
