export interface TurnLimits {
  /** Turns a second that are not given back; as many may be under way at once. */
  perSecond: number;
  /** Those that may wait for one. */
  waiting: number;
  /** For so long at most. */
  patienceMs: number;
}

interface Waiting {
  since: number;
  settle(hasTurn: boolean): void;
}

interface Round {
  /** Those that waste nothing before those that do. */
  thrifty: Waiting[];
  wasteful: Waiting[];
  /** Thrifty ones that have been in it. */
  size: number;
}

/** What waits is let in together so often, so that it shares questions. */
const TICK_MS = 20;

/**
 * Turns at something of which there is only so much, fairly between networks: each has one in a round, whoever comes
 * late to it included, so that a network's flood waits behind itself. Those that are known to waste them begin a round later,
 * and come last in it.
 */
export class FairTurns {
  private left: number;
  private filledAt: number;
  private first = 0;
  private last = 0;
  private readonly rounds = new Map<number, Round>();
  /** The round that a network comes in last. */
  private readonly lastOf = new Map<string, number>();
  /** In the order in which they came. */
  private readonly waiting = new Set<Waiting>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: TurnLimits,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.left = limits.perSecond;
    this.filledAt = clock();
  }

  /** true: now; a promise: whether its turn came in time; false: too many wait already. */
  take(network: string, isWasteful: boolean): boolean | Promise<boolean> {
    this.fill();
    if (this.waiting.size === 0 && this.left >= 1) {
      this.left -= 1;
      return true;
    }
    const number = this.roundFor(network, isWasteful);
    if (this.waiting.size >= this.limits.waiting && !this.dropBehind(number)) return false;
    const round = this.rounds.get(number) ?? { thrifty: [], wasteful: [], size: 0 };
    this.rounds.set(number, round);
    this.lastOf.set(network, number);
    this.last = Math.max(this.last, number);
    this.timer ??= setTimeout(() => this.tick(), TICK_MS).unref();
    return new Promise((settle) => {
      const one = { since: this.clock(), settle };
      (isWasteful ? round.wasteful : round.thrifty).push(one);
      round.size += Number(!isWasteful);
      this.waiting.add(one);
    });
  }

  /** It cost nothing after all: another may have it. */
  giveBack(): void {
    this.left = Math.min(this.limits.perSecond, this.left + 1);
    this.letIn();
  }

  private fill(): void {
    const now = this.clock();
    const passed = Math.max(0, now - this.filledAt);
    this.left = Math.min(this.limits.perSecond, this.left + (passed / 1_000) * this.limits.perSecond);
    this.filledAt = now;
  }

  /** A round that ever new networks join would never end: it has room for so many. */
  private roundFor(network: string, isWasteful: boolean): number {
    const isFull = (this.rounds.get(this.first)?.size ?? 0) >= this.limits.waiting;
    const soonest = this.first + (isWasteful || isFull ? 1 : 0);
    return Math.max(soonest, (this.lastOf.get(network) ?? -1) + 1);
  }

  private tick(): void {
    this.timer = undefined;
    this.fill();
    this.giveUp();
    this.letIn();
    if (this.waiting.size > 0) this.timer = setTimeout(() => this.tick(), TICK_MS).unref();
  }

  private letIn(): void {
    while (this.left >= 1 && this.waiting.size > 0) {
      const round = this.rounds.get(this.first);
      const next = round?.thrifty.shift() ?? round?.wasteful.shift();
      if (next === undefined) this.endRound();
      else if (this.waiting.has(next)) {
        this.left -= 1;
        this.end(next, true);
      }
    }
  }

  private endRound(): void {
    this.rounds.delete(this.first);
    this.first += 1;
    if (this.lastOf.size <= 2 * this.limits.waiting) return;
    for (const [network, round] of this.lastOf) if (round < this.first) this.lastOf.delete(network);
  }

  /** Makes room for one of an earlier round, at the cost of the last of all. */
  private dropBehind(number: number): boolean {
    while (this.last > number) {
      const round = this.rounds.get(this.last);
      const dropped = round?.wasteful.pop() ?? round?.thrifty.pop();
      if (dropped === undefined) {
        this.rounds.delete(this.last);
        this.last -= 1;
      } else if (this.waiting.has(dropped)) {
        this.end(dropped, false);
        return true;
      }
    }
    return false;
  }

  private giveUp(): void {
    const before = this.clock() - this.limits.patienceMs;
    for (const one of this.waiting) {
      if (one.since > before) return;
      this.end(one, false);
    }
  }

  private end(one: Waiting, hasTurn: boolean): void {
    this.waiting.delete(one);
    if (this.waiting.size === 0) {
      this.rounds.clear();
      this.lastOf.clear();
      this.last = this.first;
    }
    one.settle(hasTurn);
  }
}
