import { findNotification, notificationText } from '@linkway/contracts';
import { AppLogger, Metrics, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { backOff } from '../mail/queue/back-off.js';
import { type LeasedPush, PushRepository } from './push.repository.js';
import { PushKeys } from './push-keys.js';
import { PushQueue } from './push-queue.js';
import { PushSender, type Sent } from './push-sender.js';
import { REST_MS, Rests } from './rests.js';

/** A net for what another process left behind. */
const EVERY_MS = 30_000;
const AT_ONCE = 8;

/** Sends what is due, one of each account at a time. Any number of processes do so; each takes what no other has in its hands. */
@Injectable()
export class PushWorker implements OnModuleInit, OnModuleDestroy {
  private readonly outcomes;
  private readonly waiting;
  private readonly ending = new AbortController();
  private readonly underWay = new Map<Promise<void>, string>();
  private readonly rests = new Rests();
  private countedAt = Number.NEGATIVE_INFINITY;
  private rounds: Periodic | null = null;
  private stopped = false;

  constructor(
    private readonly pushes: PushRepository,
    private readonly queue: PushQueue,
    private readonly keys: PushKeys,
    private readonly sender: PushSender,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_pushes_total', 'Tries to send a push by outcome', ['outcome']);
    this.waiting = metrics.gauge('identity_pushes_waiting', 'Pushes that wait to be sent, by any process');
  }

  onModuleInit(): void {
    this.rounds = periodic(EVERY_MS, () => this.round(), { name: 'sending pushes', logger: this.logger });
    this.queue.onWake(() => void this.rounds?.now());
    void this.rounds.now();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    this.ending.abort();
    await this.rounds?.stop();
    await Promise.all(this.underWay.keys());
  }

  /** Takes what is due while there are free hands, and waits for none of it. In how many milliseconds it wants to be next. */
  async round(): Promise<number | undefined> {
    const count = AT_ONCE - this.underWay.size;
    if (this.stopped || count === 0) return undefined;
    const busyUsers = [...this.underWay.values()];
    const resting = this.rests.at(performance.now());
    const pushes = await this.pushes.lease({ count, busyUsers, ...resting });
    for (const push of pushes) this.begin(push);
    // With no hand free, whoever is done first takes the next one.
    if (pushes.length === count) return undefined;
    // Behind many of one account, or of a push service that rests, there may be others.
    return pushes.length > 0 || (await this.putOff(resting.restingHosts)) ? 0 : this.pause();
  }

  private async putOff(hosts: readonly string[]): Promise<boolean> {
    return hosts.length > 0 && (await this.pushes.putOff(hosts, REST_MS)) > 0;
  }

  private begin(push: LeasedPush): void {
    const sending = this.send(push)
      // It comes back once its lease is over.
      .catch((error: unknown) => this.logger.warn('what came of a push could not be written down', { error }))
      .then(() => {
        this.underWay.delete(sending);
        this.queue.wake();
      });
    this.underWay.set(sending, push.user_id);
  }

  private async send(push: LeasedPush): Promise<void> {
    const sent = await this.attempt(push);
    this.outcomes.inc({ outcome: sent.outcome });
    if (sent.isAnswer) this.rests.answered(wayOf(push));
    if (sent.outcome === 'gone') return this.pushes.forget(push);
    if (sent.outcome === 'taken' || sent.outcome === 'refused') {
      if (sent.outcome === 'refused') this.logger.warn('push not sent', { code: sent.reason, tries: push.attempts });
      return this.pushes.finish(push, sent.outcome === 'taken');
    }
    if (sent.outcome === 'away' && !this.stopped) this.rests.away(wayOf(push), performance.now());
    const asked = sent.outcome === 'again' ? sent.afterSeconds : null;
    await this.pushes.postpone(push, asked === null ? backOff(push.attempts) : asked * 1_000);
  }

  private async attempt({ kind, params, wanted, ...push }: LeasedPush): Promise<Sent> {
    if (!wanted || push.seconds_left === 0) return { outcome: 'refused', reason: wanted ? 'late' : 'unwanted' };
    const definition = findNotification(kind);
    // What a newer release alone knows is for its processes.
    if (!definition) return { outcome: 'again', reason: 'unknown', afterSeconds: null };
    const keys = await this.keys.get();
    if (!keys) return { outcome: 'again', reason: 'key', afterSeconds: null };
    const text = notificationText(definition, params, push.language ?? 'en');
    const payload = JSON.stringify({ id: push.notification_id, ...text, path: definition.path });
    return this.sender.send({ ...push, payload, ttlSeconds: push.seconds_left }, keys, this.ending.signal);
  }

  private async pause(): Promise<number | undefined> {
    const now = performance.now();
    if (now - this.countedAt >= EVERY_MS) {
      this.countedAt = now;
      this.waiting.set(await this.pushes.count());
    }
    const dueMs = await this.pushes.dueInMs();
    return dueMs === null ? undefined : Math.min(Math.max(dueMs, 1_000), EVERY_MS);
  }
}

const wayOf = ({ endpoint, user_id: userId }: LeasedPush) => ({ host: new URL(endpoint).host, userId });
