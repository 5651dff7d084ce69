import { userChanged, userRegistered } from '@linkway/contracts';
import { AppLogger, CONFIG, Outbox } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import type { IdentityConfig } from '../config.js';
import { PasswordService } from '../password/password.service.js';
import { newUser } from '../user/new-user.js';
import { UserRepository } from '../user/user.repository.js';
import { userRegisteredData } from '../user/user.view.js';

/**
 * Makes the first admin from the configuration, once. Of an admin that exists nothing is changed, but that a password that was
 * made up for it, and that the former release let it keep, has to be replaced.
 */
@Injectable()
export class FirstAdminService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly users: UserRepository,
    private readonly passwords: PasswordService,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_PASSWORD_GENERATED: generated } = this.config;
    if (email === '') return;
    if (await this.users.hasAdmin()) return generated ? this.demandChange(email, password) : undefined;
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
      must_change_password: generated,
    });
    await this.outbox.transaction(async (manager, emit) => {
      if (await this.users.hasAdminForUpdate(manager)) return;
      await this.users.insert(admin, manager);
      emit(userRegistered, userRegisteredData(admin));
      const target = { kind: 'user', id: admin.id, name: admin.email } as const;
      this.trail.record({ action: 'user.first_admin_made', user: null, target }, emit);
      this.logger.info('first admin made', { user_id: admin.id });
    });
  }

  private async demandChange(email: string, generated: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (user?.role !== 'admin' || user.password_changes > 0 || user.must_change_password) return;
    if (!(await this.passwords.verify(user.password_hash, generated))) return;
    await this.outbox.transaction(async (manager, emit) => {
      if (await this.users.demandPasswordChange(user.id, manager)) emit(userChanged, { user_id: user.id });
    });
  }
}
