import type { MessageHandler } from '@nestjs/microservices';
import type { Outcome } from './outcome.js';

export type EventHandler = MessageHandler;

/**
 * How far a message came: its handlers that still have to run, and what those that gave up said. Handlers run one after
 * the other; one that is done is not run again.
 */
export class Progress {
  private dead: string[] = [];

  constructor(private remaining: readonly EventHandler[]) {}

  /** Runs what remains. The worst outcome decides: an outage before a retry, a retry before a dead letter. */
  async run(call: (handler: EventHandler) => Promise<Outcome>): Promise<Outcome> {
    const again: EventHandler[] = [];
    let worst: Outcome = { kind: 'done' };
    for (const [index, handler] of this.remaining.entries()) {
      const outcome = await call(handler);
      if (outcome.kind === 'outage') {
        // The others need the same stores most likely: they are tried when it is over.
        this.remaining = [...again, ...this.remaining.slice(index)];
        return outcome;
      }
      if (outcome.kind === 'dead-letter') this.dead.push(outcome.reason);
      if (outcome.kind === 'retry') {
        again.push(handler);
        if (worst.kind !== 'retry' || (outcome.delayMs ?? 0) > (worst.delayMs ?? 0)) worst = outcome;
      }
    }
    this.remaining = again;
    return worst.kind === 'retry' ? worst : this.verdict();
  }

  private verdict(): Outcome {
    return this.dead.length > 0 ? { kind: 'dead-letter', reason: this.dead.join('; ') } : { kind: 'done' };
  }
}
