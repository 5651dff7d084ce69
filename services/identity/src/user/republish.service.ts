import { userRegistered } from '@linkway/contracts';
import { AppLogger, CONFIG, Outbox } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { IdentityConfig } from '../config.js';
import { UserRepository } from './user.repository.js';
import { userRegisteredData } from './user.view.js';

const PAGE = 500;

/** Tells of every account once more when asked to, for a consumer that lost what it knew. */
@Injectable()
export class RepublishService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly users: UserRepository,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.config.IDENTITY_REPUBLISH) return;
    let told = 0;
    let page = await this.users.page(null, PAGE);
    while (page.length > 0) {
      const users = page;
      await this.outbox.transaction(async (_manager, emit) => {
        for (const user of users) emit(userRegistered, userRegisteredData(user));
      });
      told += users.length;
      page = await this.users.page(users.at(-1)?.id ?? null, PAGE);
    }
    this.logger.info('accounts published once more', { accounts: told });
  }
}
