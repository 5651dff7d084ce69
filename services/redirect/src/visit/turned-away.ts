import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Refused } from '../route/misses.js';
import type { Visit } from './visit.js';

export interface Pace {
  /** Answers a second. What reads and writes them takes about a tenth of a core. */
  perSecond: number;
  /** In one turn of the event loop, so that visits of known links wait for few of them. */
  atOnce: number;
  /** Visits that may wait for their answer. */
  waiting: number;
}

const PACE: Pace = { perSecond: 1_000, atOnce: 4, waiting: 4_096 };
const TICK_MS = 4;
/** Young memory is collected each time that so many more wait: of many more it would copy for longer than a visit may be late. */
const COLLECT_AFTER = 64;

export interface TurnedAwayVisit {
  response: ServerResponse;
  visit: Visit;
  why: Refused;
  /** Of a visit that brings the link's password. */
  password: string | null;
}

/**
 * Visits that are refused without a look, as their network or all together ask for too many unknown codes. They are answered at a
 * pace of their own: a connection brings its next request only after its answer, so this bounds what a flood costs, reading it
 * included, however fast it could come. Whoever sends ahead of its answers is cut off. Where too many wait the next is answered at once:
 * a proxy would take an end without an answer for a failure, and send visitors elsewhere.
 */
export class TurnedAway {
  private readonly waiting: TurnedAwayVisit[] = [];
  private readonly connections = new Set<Socket>();
  private left: number;
  private filledAt: number;
  private timer: NodeJS.Timeout | undefined;
  private sinceCollected = 0;

  constructor(
    private readonly answer: (one: TurnedAwayVisit) => void,
    private readonly cut: (one: TurnedAwayVisit) => void,
    private readonly pace: Pace = PACE,
    private readonly clock: () => number = () => performance.now(),
    private readonly collectYoung: () => void = () => {
      globalThis.gc?.({ type: 'minor' });
    },
  ) {
    this.left = pace.atOnce;
    this.filledAt = clock();
  }

  add(one: TurnedAwayVisit): void {
    const { socket } = one.response.req;
    if (this.connections.has(socket)) {
      one.response.destroy();
      this.cut(one);
      return;
    }
    if (this.waiting.length >= this.pace.waiting) return this.answer(one);
    this.connections.add(socket);
    this.waiting.push(one);
    this.sinceCollected += 1;
    this.timer ??= setTimeout(() => this.tick(), TICK_MS);
  }

  private tick(): void {
    this.timer = undefined;
    const now = this.clock();
    this.left = Math.min(this.pace.atOnce, this.left + ((now - this.filledAt) / 1_000) * this.pace.perSecond);
    this.filledAt = now;
    for (const one of this.waiting.splice(0, Math.floor(this.left))) {
      this.left -= 1;
      this.connections.delete(one.response.req.socket);
      this.answer(one);
    }
    if (this.sinceCollected >= COLLECT_AFTER) {
      this.sinceCollected = 0;
      this.collectYoung();
    }
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.tick(), TICK_MS);
  }
}
