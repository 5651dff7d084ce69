import { registerSchema, userRegistered } from '@linkway/contracts';
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
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = this.config;
    if ((!ADMIN_EMAIL && !ADMIN_PASSWORD) || (await this.users.hasAdmin())) return;

    const { email, password, full_name: fullName } = checked(ADMIN_EMAIL, ADMIN_PASSWORD);
    // Nobody has proved that the address is theirs, so its account must not become admin by being there first.
    if (await this.users.isEmailTaken(email)) {
      this.logger.warn('no admin made: ADMIN_EMAIL already belongs to an ordinary account; give another address');
      return;
    }
    const admin = newUser({ email, fullName, passwordHash: await this.passwords.hash(password), role: 'admin' });
    await this.outbox.transaction(async (manager, emit) => {
      if (await this.users.hasAdminForUpdate(manager)) return;
      await this.users.insert(admin, manager);
      emit(userRegistered, userRegisteredData(admin));
      this.logger.info('first admin made', { user_id: admin.id });
    });
  }
}

function checked(email: string, password: string) {
  const parsed = registerSchema.safeParse({ email, password, full_name: 'Administrator', accept_terms: true });
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map((issue) => `ADMIN_${String(issue.path[0]).toUpperCase()}`));
  throw new Error(
    `${[...wrong].join(' and ')} cannot be used: an email address, and a password of 6 to 256 characters`,
  );
}
