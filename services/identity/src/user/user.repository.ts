import { AppError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, MoreThan, Not, type Repository } from 'typeorm';
import { hashDevice } from '../device/hash-device.js';
import { emailKey } from './new-user.js';
import { Profile } from './profile.entity.js';
import { User } from './user.entity.js';

const ADMIN_LOCK = "hashtextextended('linkway.identity.first-admin', 0)";

/** Whoever opens a link in many browsers uses the last ones. */
const MOST_CONFIRMED_DEVICES = 8;

/** What other services are told of is in these. */
const TOLD = { profile: true, settings: true };

@Injectable()
export class UserRepository {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  isEmailTaken(email: string): Promise<boolean> {
    return this.users.existsBy({ email_lower: emailKey(email) });
  }

  /** With the password hash and the profile. */
  findByEmail(email: string): Promise<User | null> {
    return this.withHash()
      .where('user.email_lower = :email', { email: emailKey(email) })
      .getOne();
  }

  /** With the password hash and the profile. */
  findById(id: string): Promise<User | null> {
    return this.withHash().where('user.id = :id', { id }).getOne();
  }

  /** Who can administer, with their profiles. */
  activeAdministrators(manager: EntityManager): Promise<User[]> {
    return manager.find(User, {
      where: { role: 'admin', status: 'active' },
      relations: { profile: true },
      order: { id: 'ASC' },
    });
  }

  /** Who may be written to, with the profile; null where there is none or the account is disabled. */
  findActive(emailLower: string, manager: EntityManager): Promise<User | null> {
    return manager.findOne(User, {
      where: { email_lower: emailLower, status: 'active' },
      relations: { profile: true },
    });
  }

  /** Whether it was not known before that the address is the owner's. Another address than that of now is not confirmed. */
  async confirmEmail(id: string, emailLower: string, manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.update(
      User,
      { id, email_lower: emailLower, email_verified_at: IsNull() },
      { email_verified_at: () => 'now()' },
    );
    return affected === 1;
  }

  isConfirmed(id: string, emailLower: string, manager: EntityManager): Promise<boolean> {
    return manager.existsBy(User, { id, email_lower: emailLower, email_verified_at: Not(IsNull()) });
  }

  hasConfirmed(id: string, manager: EntityManager): Promise<boolean> {
    return manager.existsBy(User, { id, email_verified_at: Not(IsNull()) });
  }

  /** Nobody else changes the account until the transaction ends. */
  async hold(id: string, manager: EntityManager): Promise<void> {
    await manager.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  /** From now on the holder of a confirmed address is known to read its mail; whether that was not so before. */
  async knowHolder(id: string, manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.update(
      User,
      { id, confirmed_devices: Not(IsNull()) },
      { confirmed_devices: null },
    );
    return affected === 1;
  }

  /** Likewise, where the mailed link was opened in that browser. */
  async knowHolderBy(id: string, device: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE users SET confirmed_devices = NULL WHERE id = $1 AND $2 = ANY (confirmed_devices)', [
      id,
      hashDevice(device),
    ]);
  }

  /** In which browser the address was confirmed, whose holder is not known. */
  async keepConfirmedDevice(id: string, device: string, manager: EntityManager): Promise<void> {
    await manager.update(User, { id }, { confirmed_devices: [hashDevice(device)] });
  }

  /** While its holder is not known: another browser in which the mailed link was opened. Of too many the first are forgotten. */
  async addConfirmedDevice(id: string, device: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE users SET confirmed_devices =
         confirmed_devices[greatest(cardinality(confirmed_devices) + 2 - ${MOST_CONFIRMED_DEVICES}, 1):] || $2::bytea
       WHERE id = $1 AND $2 <> ALL (confirmed_devices)`,
      [id, hashDevice(device)],
    );
  }

  hasPassword(id: string): Promise<boolean> {
    return this.users.existsBy({ id, password_hash: Not(IsNull()) });
  }

  async setPassword(id: string, passwordHash: string, manager: EntityManager): Promise<void> {
    const password_changes = () => 'password_changes + 1';
    await manager.update(User, { id }, { password_hash: passwordHash, password_changes, must_change_password: false });
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

  /** Its owner is to choose another password; answers false where that was so before, or they have done it. */
  async demandPasswordChange(id: string, manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.update(
      User,
      { id, password_changes: 0, must_change_password: false },
      { must_change_password: true },
    );
    return affected === 1;
  }

  /** Whether the password of an active account is still the one that it was found with; it is until the transaction ends. */
  async holdPassword({ id, password_changes }: User, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      "SELECT 1 FROM users WHERE id = $1 AND password_changes = $2 AND status = 'active' FOR NO KEY UPDATE",
      [id, password_changes],
    );
    return rows.length > 0;
  }

  /** Changes nothing, and answers false, if the password was changed meanwhile or the account is not active any more. */
  async changePassword(
    { id, password_changes }: User,
    password_hash: string,
    manager: EntityManager,
  ): Promise<boolean> {
    const { affected } = await manager.update(
      User,
      { id, password_changes, status: 'active' },
      { password_hash, password_changes: password_changes + 1, must_change_password: false },
    );
    return affected === 1;
  }

  /** Whose workspace it is, which has the id of its user; nobody deletes the account until the transaction ends. null: it is gone. */
  async holdOwner(workspaceId: string, manager: EntityManager): Promise<string | null> {
    const [row] = await manager.query<{ id: string }[]>(
      'SELECT id FROM users WHERE id = $1 AND workspace_id = $1 FOR KEY SHARE',
      [workspaceId],
    );
    return row?.id ?? null;
  }

  /** Those of the ids that an account has. */
  async existing(ids: string[], manager: EntityManager): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const users = await manager.find(User, { select: { id: true }, where: { id: In(ids) } });
    return new Set(users.map(({ id }) => id));
  }

  /** Who the accounts of the ids are; those that are gone are absent. */
  names(ids: string[]): Promise<Pick<User, 'id' | 'email' | 'full_name'>[]> {
    return this.users.find({ select: { id: true, email: true, full_name: true }, where: { id: In(ids) } });
  }

  findAll(ids: string[]): Promise<User[]> {
    return this.users.find({ where: { id: In(ids) }, relations: TOLD });
  }

  /** Users with their profiles and settings, in order of id, after the given one. */
  page(afterId: string | null, size: number): Promise<User[]> {
    return this.users.find({
      where: afterId === null ? {} : { id: MoreThan(afterId) },
      relations: TOLD,
      order: { id: 'ASC' },
      take: size,
    });
  }

  /** As `page`, of those that were changed since they were opened. */
  changedPage(afterId: string | null, size: number): Promise<User[]> {
    return this.users.find({
      where: { version: MoreThan(1), ...(afterId !== null && { id: MoreThan(afterId) }) },
      relations: TOLD,
      order: { id: 'ASC' },
      take: size,
    });
  }

  private withHash() {
    return this.users
      .createQueryBuilder('user')
      .addSelect('user.password_hash')
      .innerJoinAndSelect('user.profile', 'profile')
      .leftJoinAndSelect('user.settings', 'settings');
  }
}
