import { userRegistered } from '@linkway/contracts';
import { AppLogger, CONFIG, Outbox } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { IdentityConfig } from '../config.js';
import { PasswordService } from '../password/password.service.js';
import { newUser } from '../user/new-user.js';
import { UserRepository } from '../user/user.repository.js';
import { userRegisteredData } from '../user/user.view.js';

/** Makes the first admin from the configuration, once; an admin that exists is never touched. */
@Injectable()
export class FirstAdminService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly users: UserRepository,
    private readonly passwords: PasswordService,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = this.config;
    if (email === '' || (await this.users.hasAdmin())) return;
    // Nobody has proved that the address is theirs, so its account must not become admin by being there first.
    if (await this.users.isEmailTaken(email)) {
      this.logger.warn('no admin made: ADMIN_EMAIL already belongs to an ordinary account; give another address');
      return;
    }
    const admin = newUser({
      email: email.trim(),
      full_name: 'Administrator',
      password_hash: await this.passwords.hash(password),
      role: 'admin',
    });
    await this.outbox.transaction(async (manager, emit) => {
      if (await this.users.hasAdminForUpdate(manager)) return;
      await this.users.insert(admin, manager);
      emit(userRegistered, userRegisteredData(admin));
      this.logger.info('first admin made', { user_id: admin.id });
    });
  }
}
