import { AppLogger, Metrics, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { pauseAfter } from './back-off.js';
import { DeliveryQueueRepository, type LeasedDelivery } from './delivery-queue.repository.js';
import { WebhookSender } from './webhook-sender.js';

/** Where nobody has a webhook: another process may be where the first one is made. */
const IDLE_MS = 30_000;
/** In all, and of those whom the last one did not reach: they are likely to take as long as they may. */
const AT_ONCE = 64;
const FAILING_AT_ONCE = 32;
/** What is on the wire when the process is to end has as long. */
const ENDING_MS = 5_000;
const GONE = 410;

/** Sends what is due. Any number of processes do so. */
@Injectable()
export class WebhookWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes;
  private readonly ending = new AbortController();
  private readonly underWay = new Map<string, { webhook_id: string; is_failing: boolean; work: Promise<void> }>();
  private rounds: Periodic | null = null;
  private stopped = false;

  constructor(
    private readonly queue: DeliveryQueueRepository,
    private readonly sender: WebhookSender,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('links_webhook_attempts_total', 'Tries to send a message to a webhook', [
      'outcome',
    ]);
  }

  onApplicationBootstrap(): void {
    this.rounds = periodic(IDLE_MS, () => this.round(), { name: 'sending to webhooks', logger: this.logger });
    void this.rounds.now();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    const patience = setTimeout(() => this.ending.abort(), ENDING_MS);
    await this.rounds?.stop();
    await Promise.all([...this.underWay.values()].map(({ work }) => work));
    clearTimeout(patience);
  }

  /** There is something to send, or somebody to send it to. */
  wake(): void {
    void this.rounds?.now();
  }

  /** Takes what is due while there are free hands, and waits for none of it. In how many milliseconds it wants to be next. */
  async round(): Promise<number | undefined> {
    if (this.stopped) return undefined;
    const inHand = [...this.underWay.values()];
    const busy = [...new Set(inHand.map(({ webhook_id }) => webhook_id))];
    const free = AT_ONCE - inHand.length;
    const first = await this.queue.lease(free, false, busy);
    const failing = FAILING_AT_ONCE - inHand.filter(({ is_failing }) => is_failing).length;
    const second = await this.queue.lease(Math.min(failing, free - first.length), true, busy);
    for (const delivery of [...first, ...second]) this.begin(delivery);
    return (await this.queue.nextDueMs()) ?? undefined;
  }

  /** Sends one that is leased, and writes down what came of it. */
  async attempt(delivery: LeasedDelivery): Promise<void> {
    const attempt = await this.sender.send(delivery, this.ending.signal);
    this.outcomes.inc({ outcome: attempt.error ?? 'received' });
    if (attempt.error === null) return this.queue.succeed(delivery, attempt);
    // It comes back once its lease is over: that this process ended is nothing that the receiver did.
    if (this.ending.signal.aborted) return undefined;
    if (attempt.response_status === GONE) {
      await this.queue.fail(delivery, attempt, null);
      return this.queue.turnOffGone(delivery);
    }
    await this.queue.fail(delivery, attempt, pauseAfter(delivery.step));
    if (await this.queue.turnOffFailing(delivery))
      this.logger.info('a webhook is off, as nothing was received for days', { webhook_id: delivery.webhook_id });
  }

  private begin(delivery: LeasedDelivery): void {
    const { id, webhook_id, is_failing } = delivery;
    const work = this.attempt(delivery)
      .catch((error: unknown) => {
        // It comes back once its lease is over.
        this.logger.warn('what came of a delivery could not be written down', { delivery_id: id, error });
      })
      .then(() => {
        this.underWay.delete(id);
        this.wake();
      });
    this.underWay.set(id, { webhook_id, is_failing, work });
  }
}
