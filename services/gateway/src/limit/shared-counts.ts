import { gatewayCounts, type SignalData } from '@linkway/contracts';
import { AppLogger, type Hearing, NatsService, type Periodic, periodic, Signals } from '@linkway/platform';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Gateways, PRESENT_EVERY_MS } from './gateways.js';
import { leftOf, type Window, Windows } from './windows.js';

type Said = SignalData<typeof gatewayCounts>;
type Question = { kind: 'count' | 'gather'; name: string; left_ms: number };

const ALL = 'all';
/** A process that is alive answers within milliseconds, and a busy one within this; no request waits longer for one that is gone. */
const ANSWERED_WITHIN_MS = 1_000;

/** Requests of one caller in the window that runs, the one that was just counted among them. */
export interface Counted {
  count: number;
  left_ms: number;
}

/** What this process has counted of a caller. */
interface OwnWindow extends Window {
  /** It asks the process that counts for all of them. */
  isShared: boolean;
  /** The highest limit that was found to be used up. */
  usedUp: number;
}

/** What all have counted of a caller, where this is the process that counts it. */
interface SharedWindow extends Window {
  gathered: Promise<void> | null;
}

/**
 * Counts requests exactly, whichever processes of the gateway they come to (ADR 65). Each counts by itself until a caller has used up that part of
 * a limit that every process may give out without asking. From then on all of them ask the one that counts this caller, which
 * adds up first what they had counted. While NATS is away, each counts for itself.
 */
@Injectable()
export class SharedCounts implements OnModuleInit, OnModuleDestroy {
  private readonly own = new Windows<OwnWindow>((endsAt) => ({ count: 0, endsAt, isShared: false, usedUp: 0 }));
  private readonly shared = new Windows<SharedWindow>((endsAt) => ({ count: 0, endsAt, gathered: null }));
  /** What was counted while others were there is incomplete, and is gathered anew. */
  private readonly gateways = new Gateways(() => this.shared.clear());
  private readonly waiting = new Map<number, (counted: Counted | null) => void>();
  private readonly hearings: Hearing[] = [];
  private readonly presence: Periodic;
  private asks = 0;

  constructor(
    @Inject(Signals) private readonly signals: Pick<Signals, 'tell' | 'hear' | 'onGap'>,
    @Inject(NatsService) private readonly nats: Pick<NatsService, 'isConnected'>,
    @Inject(AppLogger) logger: AppLogger,
  ) {
    const say = async () => {
      this.gateways.loseSilent();
      this.say(ALL, { kind: 'present', from: this.gateways.own });
    };
    this.presence = periodic(PRESENT_EVERY_MS, say, { name: 'being heard by other processes of the gateway', logger });
  }

  onModuleInit(): void {
    for (const key of [ALL, this.gateways.own]) {
      this.hearings.push(this.signals.hear(gatewayCounts, key, (said) => this.heard(said)));
    }
    const begin = () => this.say(ALL, { kind: 'began', from: this.gateways.own });
    this.signals.onGap(begin);
    begin();
  }

  async onModuleDestroy(): Promise<void> {
    this.say(ALL, { kind: 'left', from: this.gateways.own });
    await this.presence.stop();
    for (const hearing of this.hearings) hearing.stop();
    for (const answer of this.waiting.values()) answer(null);
  }

  /** Counts one request of `whom`, of whom at most `max` are let through in so many milliseconds: those whose count is above `max` are to be refused. */
  count(limit: string, whom: string, max: number, ms: number): Counted | Promise<Counted> {
    const name = `${limit} ${whom}`;
    const window = this.own.of(name, ms);
    const isKnown = max <= window.usedUp || (!window.isShared && window.count < this.freeShare(max));
    if (isKnown || this.gateways.size === 1 || !this.nats.isConnected) return this.countAlone(window, max);
    return this.countTogether(name, window, max);
  }

  /** What each may give out by itself: together half of the limit, so that it is never above it when they begin to ask. */
  private freeShare(max: number): number {
    return Math.floor(max / (2 * this.gateways.size));
  }

  private countAlone(window: OwnWindow, max: number): Counted {
    window.count += 1;
    const isUsedUp = max <= window.usedUp;
    return { count: isUsedUp ? Math.max(window.count, window.usedUp + 1) : window.count, left_ms: leftOf(window) };
  }

  private async countTogether(name: string, window: OwnWindow, max: number): Promise<Counted> {
    const counted = (await this.askCounter(name, window)) ?? (await this.askCounter(name, window));
    if (counted === null) return this.countAlone(window, max);
    window.count += 1;
    window.isShared = true;
    window.endsAt = performance.now() + counted.left_ms;
    if (counted.count > max) window.usedUp = Math.max(window.usedUp, max);
    return counted;
  }

  /** null where it does not answer: another one counts then. */
  private askCounter(name: string, window: OwnWindow): Promise<Counted | null> {
    const counter = this.gateways.counterOf(name);
    const left_ms = leftOf(window);
    if (counter === this.gateways.own) return this.countForAll(name, left_ms);
    return this.ask(counter, { kind: 'count', name, left_ms });
  }

  private async countForAll(name: string, leftMs: number): Promise<Counted> {
    const window = this.shared.of(name, leftMs);
    window.gathered ??= this.gather(name, window);
    await window.gathered;
    window.count += 1;
    return { count: window.count, left_ms: leftOf(window) };
  }

  /** All that was counted of a caller so far. The window of all ends with the first of theirs. */
  private async gather(name: string, window: SharedWindow): Promise<void> {
    const left_ms = leftOf(window);
    const others = this.gateways.others.map((id) => this.ask(id, { kind: 'gather', name, left_ms }));
    const own = this.tellOwn(name, left_ms);
    for (const counted of [own, ...(await Promise.all(others))]) {
      if (counted === null) continue;
      window.count += counted.count;
      window.endsAt = Math.min(window.endsAt, performance.now() + counted.left_ms);
    }
  }

  private tellOwn(name: string, leftMs: number): Counted {
    const window = this.own.of(name, leftMs);
    window.isShared = true;
    return { count: window.count, left_ms: leftOf(window) };
  }

  private ask(id: string, question: Question): Promise<Counted | null> {
    const ask = (this.asks += 1);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.gateways.lose(id);
        answer(null);
      }, ANSWERED_WITHIN_MS);
      const answer = (counted: Counted | null) => {
        clearTimeout(timer);
        this.waiting.delete(ask);
        resolve(counted);
      };
      this.waiting.set(ask, answer);
      this.say(id, { ...question, from: this.gateways.own, ask });
    });
  }

  private heard(said: Said): void {
    if (said.from === this.gateways.own) return;
    if (said.kind === 'left') return this.gateways.lose(said.from);
    this.gateways.hear(said.from);
    if (said.kind === 'began') this.say(said.from, { kind: 'present', from: this.gateways.own });
    else if (said.kind === 'counted') this.waiting.get(said.ask)?.(said);
    else if (said.kind === 'gather') this.answer(said, this.tellOwn(said.name, said.left_ms));
    else if (said.kind === 'count') {
      void this.countForAll(said.name, said.left_ms).then((counted) => this.answer(said, counted));
    }
  }

  private answer({ from, ask }: { from: string; ask: number }, { count, left_ms }: Counted): void {
    this.say(from, { kind: 'counted', from: this.gateways.own, ask, count, left_ms });
  }

  private say(to: string, said: Said): void {
    this.signals.tell(gatewayCounts, to, said);
  }
}
