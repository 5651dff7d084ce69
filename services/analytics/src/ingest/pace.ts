import { setImmediate as nextTurn } from 'node:timers/promises';

/** Clicks that are worked on before others get their turn: a few milliseconds. */
export const SLICE = 500;

/**
 * Gives the event loop back between slices of clicks: on the single node redirect events, requests and the engine's answers wait
 * in the same loop, and a backlog has hundreds of thousands of clicks.
 */
export class Pace {
  private done = 0;

  constructor(private readonly turn: () => Promise<unknown> = nextTurn) {}

  /** One more click was worked on. Wait for what it answers, if it does. */
  step(): Promise<unknown> | undefined {
    this.done += 1;
    if (this.done < SLICE) return undefined;
    this.done = 0;
    return this.turn();
  }
}
