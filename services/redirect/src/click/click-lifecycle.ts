import { CONFIG, Health, Metrics } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RedirectConfig } from '../config.js';
import { ClickPublisher } from './click.publisher.js';
import { ClickAlarm } from './click-alarm.js';
import { ClickLog } from './click-log.js';
import { ClickShipper } from './click-shipper.js';

/** Starts shipping with the service, and ships the last clicks once no visitor is answered any more. */
@Injectable()
export class ClickLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly shipper: ClickShipper;

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
    const { shipper } = this;
    metrics.watch('redirect_click_log_bytes', 'Click log on disk', () => log.size);
    metrics.watch('redirect_click_log_pending_bytes', 'Click log that is not shipped yet', () => log.pendingBytes);
    const lag = 'Age of the oldest click that is not shipped yet';
    metrics.watch('redirect_click_ship_lag_seconds', lag, () => shipper.lag() / 1_000);
    metrics.countedElsewhere('redirect_clicks_shipped_total', 'Clicks that JetStream has stored', [], (counter) =>
      counter.inc(shipper.takeShipped()),
    );
    const setAside = 'Clicks that JetStream refused, kept in CLICK_LOG_DIR by any process';
    metrics.watch('redirect_clicks_set_aside', setAside, () => log.setAsideClicks);
    health.register('clicks.set_aside', () => {
      if (log.setAsideClicks > 0)
        throw new Error(`${log.setAsideClicks} clicks were refused by JetStream and set aside`);
    });
  }

  onApplicationBootstrap(): void {
    this.shipper.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.shipper.stop();
    this.log.close();
    this.alarm.tell();
  }
}
