import { AppError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, type Repository } from 'typeorm';
import { emailKey } from './new-user.js';
import { Profile } from './profile.entity.js';
import { User } from './user.entity.js';

const ADMIN_LOCK = "hashtextextended('linkway.identity.first-admin', 0)";

@Injectable()
export class UserRepository {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  isEmailTaken(email: string): Promise<boolean> {
    return this.users.existsBy({ email_lower: emailKey(email) });
  }

  /** With the password hash and the profile. */
  findByEmail(email: string): Promise<User | null> {
    return this.users
      .createQueryBuilder('user')
      .addSelect('user.password_hash')
      .innerJoinAndSelect('user.profile', 'profile')
      .where('user.email_lower = :email', { email: emailKey(email) })
      .getOne();
  }

  hasAdmin(): Promise<boolean> {
    return this.users.existsBy({ role: 'admin' });
  }

  /** As `hasAdmin`, and keeps other processes from asking until the transaction ends. */
  async hasAdminForUpdate(manager: EntityManager): Promise<boolean> {
    await manager.query(`SELECT pg_advisory_xact_lock(${ADMIN_LOCK})`);
    return manager.existsBy(User, { role: 'admin' });
  }

  /** Throws `auth.email_taken`, also when two register the same address at once. */
  async insert(user: User, manager: EntityManager): Promise<void> {
    // A refused row would leave its address in the log of PostgreSQL.
    const inserted = await manager.createQueryBuilder().insert().into(User).values(user).orIgnore().execute();
    if ((inserted.raw as unknown[]).length === 0) throw new AppError('auth.email_taken');
    await manager.insert(Profile, user.profile);
  }

  /** Changes nothing if the password was changed meanwhile. */
  async replaceHash(id: string, former: string, passwordHash: string): Promise<void> {
    await this.users.update({ id, password_hash: former }, { password_hash: passwordHash });
  }

  findAll(ids: string[]): Promise<User[]> {
    return this.users.find({ where: { id: In(ids) }, relations: { profile: true } });
  }

  /** Users with their profiles, in order of id, after the given one. */
  page(afterId: string | null, size: number): Promise<User[]> {
    return this.users.find({
      where: afterId === null ? {} : { id: MoreThan(afterId) },
      relations: { profile: true },
      order: { id: 'ASC' },
      take: size,
    });
  }
}
