import { networkOf } from '@linkway/platform';
import { FairTurns } from './fair-turns.js';
import { MissBudget } from './miss-budget.js';

/** Why nobody was asked for a code that is not in memory: nothing is known of it, so it is told neither to exist nor not to. */
export interface Refused {
  /** `flooding`: its network tries too many; `busy`: all networks together do. */
  refused: 'flooding' | 'busy';
  retryAfterSeconds: number;
}

export interface MissLimits {
  /** Codes that lead nowhere of one network. */
  perMinute: number;
  /** Of all networks. */
  perSecond: number;
}

/** A company or a street has an IPv4 /24 or less, and a customer an IPv6 /48 at most. */
const PREFIXES = { v4: 24, v6: 48 };
/** Two rounds of those that may wait take less than the patience of one. */
const WAITING_PART = 0.4;
const PATIENCE_MS = 1_000;
const REMEMBERED = 10_000;

const BUSY: Refused = { refused: 'busy', retryAfterSeconds: 5 };
/** The same few objects for any number of visits. */
const FLOODING = Array.from(
  { length: 61 },
  (_, seconds): Refused => ({ refused: 'flooding', retryAfterSeconds: seconds }),
);

/**
 * Bounds what is asked for codes that are not in memory: by network, so that nobody can use up what others need, and in
 * total, in fair turns. What leads somewhere costs neither.
 */
export class Misses {
  private readonly budget: MissBudget;
  private readonly turns: FairTurns;
  private readonly networks = new Map<string, string>();

  constructor({ perMinute, perSecond }: MissLimits, clock?: () => number) {
    this.budget = new MissBudget(perMinute);
    this.turns = new FairTurns(
      { perSecond, waiting: Math.ceil(perSecond * WAITING_PART), patienceMs: PATIENCE_MS },
      clock,
    );
  }

  isSpent(ip: string, now: number): boolean {
    return this.budget.isSpent(this.networkOf(ip), now);
  }

  /** null: ask now, and tell afterwards with `end` what came of it. */
  begin(ip: string, now: number): Refused | null | Promise<Refused | null> {
    const network = this.networkOf(ip);
    const isWasteful = this.budget.hasMissed(network, now);
    if (!this.budget.take(network, now)) {
      return FLOODING[Math.min(60, this.budget.wait(network, now))] as Refused;
    }
    // Who gets no turn has paid all the same: a flood is soon refused for what it is, at less cost.
    const turn = this.turns.take(network, isWasteful);
    if (turn === true) return null;
    const missed = (): Refused => {
      this.budget.missed(network, now);
      return BUSY;
    };
    return turn === false ? missed() : turn.then((hasTurn) => (hasTurn ? null : missed()));
  }

  /** What was begun is over; `ledSomewhere`: it costs nobody anything. */
  end(ip: string, ledSomewhere: boolean, now: number): void {
    if (!ledSomewhere) return this.budget.missed(this.networkOf(ip), now);
    this.budget.giveBack(this.networkOf(ip));
    this.turns.giveBack();
  }

  /** What was begun came to no answer, as in an outage: nobody knows whether it leads somewhere. The turn was used all the same. */
  unanswered(ip: string): void {
    this.budget.giveBack(this.networkOf(ip));
  }

  private networkOf(ip: string): string {
    const known = this.networks.get(ip);
    if (known !== undefined) return known;
    if (this.networks.size >= REMEMBERED) this.networks.clear();
    const network = networkOf(ip, PREFIXES);
    this.networks.set(ip, network);
    return network;
  }
}
