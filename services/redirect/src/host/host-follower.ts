import { domainSaved } from '@linkway/contracts';
import { AppLogger, EventTail, type Periodic, periodic, type Tail } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HostRepository } from './host.repository.js';
import { HostBook, hostRowOf } from './host-book.js';

const REFRESH_EVERY_MS = 60_000;

/** Lets events of domains take effect in a book from now on. */
export const followHosts = (book: HostBook, events: EventTail): Tail =>
  events.follow([domainSaved], (event) => book.apply(hostRowOf(event)));

/** Keeps the book of hosts as the table and the events have it: all of it at the start, then what changes. */
@Injectable()
export class HostFollower implements OnModuleInit, OnModuleDestroy {
  private readonly refreshing: Periodic;

  constructor(
    private readonly book: HostBook,
    hosts: HostRepository,
    private readonly tail: EventTail,
    logger: AppLogger,
  ) {
    let since: string | null = null;
    const read = async () => {
      const changes = await hosts.changes(since);
      book.update(changes);
      since = changes.now;
    };
    this.refreshing = periodic(REFRESH_EVERY_MS, read, { name: 'reading the hosts', logger });
  }

  async onModuleInit(): Promise<void> {
    followHosts(this.book, this.tail).onGap(() => void this.refresh());
    await this.refresh();
  }

  async onModuleDestroy(): Promise<void> {
    await this.refreshing.stop();
  }

  /** Takes over what changed in the table; where that cannot be read, what is in memory stands. */
  refresh(): Promise<void> {
    return this.refreshing.now();
  }
}
