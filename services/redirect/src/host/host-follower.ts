import { domainSaved } from '@linkway/contracts';
import { AppLogger, EventTail } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HostRepository } from './host.repository.js';
import { HostBook, hostRowOf } from './host-book.js';

const REFRESH_EVERY_MS = 60_000;

/** Keeps the book of hosts as the table and the events have it. */
@Injectable()
export class HostFollower implements OnModuleInit, OnModuleDestroy {
  private refreshing: NodeJS.Timeout | null = null;

  constructor(
    private readonly book: HostBook,
    private readonly hosts: HostRepository,
    private readonly tail: EventTail,
    private readonly logger: AppLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    const tail = this.tail.follow([domainSaved], (event) => this.book.apply(hostRowOf(event)));
    tail.onGap(() => void this.refresh());
    await this.refresh();
    this.refreshing = setInterval(() => void this.refresh(), REFRESH_EVERY_MS);
    this.refreshing.unref();
  }

  onModuleDestroy(): void {
    if (this.refreshing) clearInterval(this.refreshing);
  }

  /** Takes the book from the table anew. */
  async refresh(): Promise<void> {
    try {
      this.book.replace(await this.hosts.all());
    } catch (error) {
      this.logger.warn('hosts cannot be read; those in memory stand', { error });
    }
  }
}
