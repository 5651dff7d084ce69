import { AppLogger, CONFIG, EventTail, RpcClient } from '@linkway/platform';
import { Inject, Injectable, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { RedirectConfig } from '../config.js';
import { BlockedBook } from './blocked-book.js';
import { BlockedFile } from './blocked-file.js';
import { type FollowedBlocks, followBlocked } from './follow-blocked.js';

/** Begins with what was known before this process, which identity may not be there to say. */
@Injectable()
export class BlockedKeeper implements OnModuleInit, OnModuleDestroy {
  private followed: FollowedBlocks | null = null;

  constructor(
    private readonly book: BlockedBook,
    private readonly rpc: RpcClient,
    private readonly events: EventTail,
    @Inject(CONFIG) private readonly config: RedirectConfig,
    private readonly logger: AppLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    const file = new BlockedFile(this.config);
    const former = await file.read();
    if (former) this.book.hear(former);
    const { book, rpc, events, logger } = this;
    this.followed = followBlocked({ book, file, rpc, events, logger });
  }

  async onModuleDestroy(): Promise<void> {
    await this.followed?.stop();
  }
}

@Module({
  providers: [BlockedKeeper, { provide: BlockedBook, useFactory: () => new BlockedBook() }],
  exports: [BlockedBook],
})
export class BlockedModule {}
