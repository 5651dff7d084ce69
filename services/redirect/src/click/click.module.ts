import { CONFIG } from '@linkway/platform';
import { Module } from '@nestjs/common';
import type { RedirectConfig } from '../config.js';
import { ClickPublisher } from './click.publisher.js';
import { ClickAlarm } from './click-alarm.js';
import { ClickLifecycle } from './click-lifecycle.js';
import { ClickLog } from './click-log.js';

/** The click log of this process. A process may have several, each with a folder of its own. */
export const openClickLog = (config: RedirectConfig, alarm: ClickAlarm): Promise<ClickLog> =>
  ClickLog.open({
    directory: config.CLICK_LOG_DIR,
    maxBytes: config.CLICK_LOG_MAX_BYTES,
    segmentBytes: Math.min(config.CLICK_SEGMENT_BYTES, config.CLICK_LOG_MAX_BYTES / 4),
    sync: config.LINKWAY_CLICK_SYNC,
    onLoss: (clicks, reason) => alarm.raise(clicks, reason),
    onSetAside: (clicks, reason) => alarm.setAside(clicks, reason),
    onTrouble: (message, error) => alarm.trouble(message, error),
  });

@Module({
  providers: [
    ClickAlarm,
    ClickPublisher,
    ClickLifecycle,
    {
      provide: ClickLog,
      inject: [CONFIG, ClickAlarm],
      useFactory: openClickLog,
    },
  ],
  exports: [ClickLog],
})
export class ClickModule {}
