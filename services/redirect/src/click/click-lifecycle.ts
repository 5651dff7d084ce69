import { CONFIG, Health, Metrics } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RedirectConfig } from '../config.js';
import { ClickPublisher } from './click.publisher.js';
import { ClickAlarm } from './click-alarm.js';
import { ClickLog } from './click-log.js';
import { ClickShipper } from './click-shipper.js';

const TELL_EVERY_MS = 1_000;

/** Starts shipping with the service, and ships the last clicks once no visitor is answered any more. */
@Injectable()
export class ClickLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly shipper: ClickShipper;
  private readonly bytes;
  private readonly pending;
  private readonly lag;
  private readonly shipped;
  private readonly setAside;
  private telling: NodeJS.Timeout | null = null;

  constructor(
    private readonly log: ClickLog,
    publisher: ClickPublisher,
    metrics: Metrics,
    health: Health,
    private readonly alarm: ClickAlarm,
    @Inject(CONFIG) config: RedirectConfig,
  ) {
    this.shipper = new ClickShipper(log, publisher, config.CLICK_SHARDS, (message, error) =>
      alarm.trouble(message, error),
    );
    this.bytes = metrics.gauge('redirect_click_log_bytes', 'Click log on disk');
    this.pending = metrics.gauge('redirect_click_log_pending_bytes', 'Click log that is not shipped yet');
    this.lag = metrics.gauge('redirect_click_ship_lag_seconds', 'Age of the oldest click that is not shipped yet');
    this.shipped = metrics.counter('redirect_clicks_shipped_total', 'Clicks that JetStream has stored');
    this.setAside = metrics.gauge(
      'redirect_clicks_set_aside',
      'Clicks that JetStream refused, kept in CLICK_LOG_DIR by any process',
    );
    health.register('clicks.set_aside', () => {
      if (log.setAsideClicks > 0)
        throw new Error(`${log.setAsideClicks} clicks were refused by JetStream and set aside`);
    });
  }

  onApplicationBootstrap(): void {
    this.shipper.start();
    this.telling = setInterval(() => this.tell(), TELL_EVERY_MS);
    this.telling.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.telling) clearInterval(this.telling);
    await this.shipper.stop();
    this.log.close();
    this.alarm.tell();
  }

  private tell(): void {
    this.bytes.set(this.log.size);
    this.pending.set(this.log.pendingBytes);
    this.lag.set(this.shipper.lag() / 1_000);
    this.shipped.inc(this.shipper.takeShipped());
    this.setAside.set(this.log.setAsideClicks);
  }
}
