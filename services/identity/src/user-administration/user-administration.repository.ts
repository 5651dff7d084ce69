import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { UserSettings } from '../settings/user-settings.entity.js';
import { Profile } from '../user/profile.entity.js';
import { User } from '../user/user.entity.js';
import type { Standing } from './user-changes.js';

const ADMINISTRATORS = "hashtextextended('linkway.identity.administrators', 0)";

@Injectable()
export class UserAdministrationRepository {
  /** Changes of roles and standings follow one another, until the transaction of each ends: else the last two administrators could go at once. */
  async holdAdministrators(manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(${ADMINISTRATORS})`);
  }

  /** With the profile and the settings, all as they are once nobody else changes them, who cannot until the transaction ends. */
  async findForUpdate(id: string, manager: EntityManager): Promise<User | null> {
    const user = await manager
      .createQueryBuilder(User, 'account')
      .innerJoinAndSelect('account.profile', 'profile')
      .where('account.id = :id', { id })
      .setLock('for_no_key_update', undefined, ['account', 'profile'])
      .getOne();
    return user && ((await withSettings([user], manager))[0] ?? null);
  }

  /** Those whose plan has ended, as above, but for those that somebody else is changing. */
  async endedForUpdate(most: number, manager: EntityManager): Promise<User[]> {
    const users = await manager
      .createQueryBuilder(User, 'account')
      .innerJoinAndSelect('account.profile', 'profile')
      .where("profile.subscription_type = 'premium' AND profile.subscription_end_date <= now()")
      .orderBy('profile.subscription_end_date')
      .limit(most)
      .setLock('for_no_key_update', undefined, ['account', 'profile'])
      .setOnLocked('skip_locked')
      .getMany();
    return withSettings(users, manager);
  }

  isActiveAdmin(id: string, manager: EntityManager): Promise<boolean> {
    return manager.existsBy(User, { id, role: 'admin', status: 'active' });
  }

  /** One who is about to be deleted does not count. */
  hasOtherActiveAdmin(id: string, manager: EntityManager): Promise<boolean> {
    return manager.existsBy(User, { id: Not(id), role: 'admin', status: 'active', deletion_at: IsNull() });
  }

  /** Those who keep copies know by the version that it is another one. */
  async save(user: User, { role, status, ...plan }: Standing, manager: EntityManager): Promise<User> {
    const version = user.version + 1;
    await manager.update(User, { id: user.id }, { role, status, version });
    await manager.update(Profile, { user_id: user.id }, plan);
    return Object.assign(new User(), user, {
      role,
      status,
      version,
      profile: Object.assign(new Profile(), user.profile, plan),
    });
  }
}

/** Read after the lock: one statement would have them as they were before whoever had it. */
async function withSettings(users: readonly User[], manager: EntityManager): Promise<User[]> {
  const settings = await manager.findBy(UserSettings, { user_id: In(users.map(({ id }) => id)) });
  const of = new Map(settings.map((one) => [one.user_id, one]));
  return users.map((user) => Object.assign(user, { settings: of.get(user.id) ?? null }));
}
