import { randomUUID } from 'node:crypto';
import { CONFIG, NatsService } from '@linkway/platform';
import { Inject, Injectable, Module } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { Lease } from './lease.js';
import { WorkShare } from './work-share.js';

/** Leases of this process. The embedded engine lets one process in, so there are none; beside a server there may be several. */
@Injectable()
export class Leases {
  private readonly holder: string;

  constructor(
    private readonly nats: NatsService,
    @Inject(CONFIG) private readonly config: AnalyticsConfig,
  ) {
    // It is part of a subject.
    this.holder = (config.INSTANCE_ID || randomUUID()).replace(/[^\w-]/g, '_');
  }

  of(work: string): Lease | null {
    return this.shared ? new Lease(this.nats, work, this.holder, this.config.STREAM_REPLICAS) : null;
  }

  share(): WorkShare | null {
    return this.shared ? new WorkShare(this.nats, this.holder, this.config.STREAM_REPLICAS) : null;
  }

  private get shared(): boolean {
    return this.config.CLICKHOUSE_URL !== '';
  }
}

@Module({ providers: [Leases], exports: [Leases] })
export class LeaseModule {}
