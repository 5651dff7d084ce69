import { AppLogger, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type LinkKey, VersionRepository } from './version.repository.js';

const EVERY_MS = 6 * 3_600_000;
const LINKS_AT_ONCE = 100;

/** Forgets versions that are too old or too many, a link at a time. Any number of processes may do it at once. */
@Injectable()
export class VersionKeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private cleaning: Periodic | null = null;
  private stopped = false;

  constructor(
    private readonly versions: VersionRepository,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const options = { name: 'forgetting versions of links', logger: this.logger };
    this.cleaning = periodic(EVERY_MS, () => this.clean(), options);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.cleaning?.stop();
  }

  async clean(): Promise<void> {
    for (let after: LinkKey | null = null; !this.stopped; ) {
      const links = await this.versions.long(after, LINKS_AT_ONCE);
      for (const link of links) await this.versions.forget(link);
      after = links.at(-1) ?? null;
      if (links.length < LINKS_AT_ONCE) return;
    }
  }
}
