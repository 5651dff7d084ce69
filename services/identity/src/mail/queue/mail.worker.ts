import { allMails } from '@linkway/contracts';
import { AppLogger, Metrics, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Encryption } from '../../encryption/encryption.js';
import { backOff } from './back-off.js';
import { type Delivery, MailDelivery, type Way } from './delivery.js';
import { type LeasedMail, MailRepository } from './mail.repository.js';
import { contentOf, MailQueue } from './mail-queue.service.js';

/** A net for what another process left behind: a process that asks for a mail sends it itself, at once. */
const EVERY_MS = 30_000;
const AT_ONCE = 4;
/** What a newer release alone knows is for its processes. */
const NAMES = allMails.map(({ name }) => name);
/** Shorter than the lease. */
const SEND_MS = 60_000;
/** What is on the wire when the process is to end has as long. */
const ENDING_MS = 8_000;
/** Of which the next mail would die as well. */
const AWAY: ReadonlySet<string> = new Set([
  'mail.authentication_failed',
  'mail.connection_failed',
  'mail.password_unreadable',
  'mail.sender_refused',
  'mail.smtp_disabled',
  'mail.tls_failed',
]);

/** Sends what is due, a few at a time. Any number of processes do so; each takes what no other has in its hands. */
@Injectable()
export class MailWorker implements OnModuleInit, OnModuleDestroy {
  private readonly outcomes;
  private readonly waiting;
  private readonly oldest;
  private readonly ending = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private rounds: Periodic | null = null;
  private stopped = false;

  constructor(
    private readonly mails: MailRepository,
    private readonly queue: MailQueue,
    private readonly delivery: MailDelivery,
    private readonly encryption: Encryption,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_mails_total', 'Tries to send a mail by outcome', ['mail', 'outcome']);
    this.waiting = metrics.gauge('identity_mails_waiting', 'Mails that wait to be sent, by any process');
    this.oldest = metrics.gauge('identity_mails_oldest_seconds', 'For how long the oldest of them has waited');
  }

  onModuleInit(): void {
    this.rounds = periodic(EVERY_MS, () => this.round(), { name: 'sending mails', logger: this.logger });
    this.queue.onWake(() => void this.rounds?.now());
    void this.rounds.now();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    const patience = setTimeout(() => this.ending.abort(), ENDING_MS);
    await this.rounds?.stop();
    await Promise.all(this.underWay);
    clearTimeout(patience);
  }

  /** Takes what is due while there are free hands, and waits for none of it. In how many milliseconds it wants to be next. */
  async round(): Promise<number | undefined> {
    const free = AT_ONCE - this.underWay.size;
    if (this.stopped || free === 0) return undefined;
    const mails = await this.mails.lease(free, NAMES);
    if (mails.length > 0) {
      const way = await this.delivery.way();
      for (const mail of mails) this.begin(mail, way);
    }
    // Whoever is done first takes the next one.
    return mails.length === free ? undefined : this.pause();
  }

  private begin(mail: LeasedMail, way: Way): void {
    const sending = this.send(mail, way)
      .catch((error: unknown) => {
        // It comes back once its lease is over.
        this.logger.warn('what came of a mail could not be written down', { mail_id: mail.id, error });
        return true;
      })
      .then((isAway) => {
        this.underWay.delete(sending);
        // While the server is away, those that wait are not tried one right after the other.
        if (!isAway) this.queue.wake();
      });
    this.underWay.add(sending);
  }

  /** Whether nothing leaves at the moment, this mail or another. */
  private async send(mail: LeasedMail, way: Way): Promise<boolean> {
    const signal = AbortSignal.any([AbortSignal.timeout(SEND_MS), this.ending.signal]);
    const delivery = await this.delivery.deliver(mail, way, signal);
    const error = 'error' in delivery ? delivery.error : null;
    if (delivery.state === 'again') await this.mails.postpone(mail, delivery.error, backOff(mail.attempts));
    else await this.mails.finish(mail, delivery.state, { error, content: this.sealed(mail, delivery) });
    this.outcomes.inc({ mail: mail.mail, outcome: error ?? delivery.state });
    if (error)
      this.logger.warn('mail not sent', { mail_id: mail.id, mail: mail.mail, code: error, tries: mail.attempts });
    return delivery.state === 'again' && AWAY.has(delivery.error);
  }

  private sealed({ id }: LeasedMail, delivery: Delivery): Buffer | null {
    if (delivery.state !== 'kept') return null;
    return this.encryption.seal(JSON.stringify(delivery.content), contentOf(id));
  }

  private async pause(): Promise<number | undefined> {
    const { count, seconds, due_ms } = await this.mails.waiting(NAMES);
    this.waiting.set(count);
    this.oldest.set(seconds);
    return due_ms === null ? undefined : Math.min(Math.max(due_ms, 1_000), EVERY_MS);
  }
}
