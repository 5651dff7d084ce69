import type { ListUsersQuery, UserSort } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** An account as the list has it. */
export interface UserRow {
  id: string;
  email: string;
  full_name: string;
  role: 'user' | 'admin';
  status: 'active' | 'disabled' | 'suspended';
  workspace_id: string;
  subscription_type: 'basic' | 'premium';
  subscription_end_date: Date | null;
  monthly_links_limit: number;
  phone: string | null;
  avatar_url: string | null;
  email_verified_at: Date | null;
  two_factor_enabled: boolean;
  last_sign_in_at: Date | null;
  deletion_at: Date | null;
  created_at: Date;
}

export type UserFilter = Pick<ListUsersQuery, 'search' | 'role' | 'subscription_type' | 'status'>;

/** Each by an index of its own, or by the unique one of addresses. */
const ORDERS: Record<UserSort, string> = {
  newest: 'u.created_at DESC, u.id DESC',
  oldest: 'u.created_at, u.id',
  email: 'u.email_lower',
  email_desc: 'u.email_lower DESC',
  name: 'u.folded_name, u.id',
  name_desc: 'u.folded_name DESC, u.id DESC',
};

const ROW = `u.id, u.email, u.full_name, u.role, u.status, u.workspace_id, u.email_verified_at, u.deletion_at, u.created_at,
  p.subscription_type, p.subscription_end_date, p.monthly_links_limit, p.phone, p.avatar_url,
  EXISTS (SELECT FROM two_factors t WHERE t.user_id = u.id AND t.enabled_at IS NOT NULL) AS two_factor_enabled,
  (SELECT max(s.created_at) FROM sessions s WHERE s.user_id = u.id) AS last_sign_in_at`;

/** The accounts of the installation, page by page. */
@Injectable()
export class UserListRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async find(id: string): Promise<UserRow | null> {
    const [row] = await this.database.query<UserRow[]>(
      `SELECT ${ROW} FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** The rest of a row is read for those of the page alone. */
  page(filter: UserFilter, sort: UserSort, { offset, limit }: { offset: number; limit: number }): Promise<UserRow[]> {
    const { from, values } = filtered(filter);
    const order = ORDERS[sort];
    return this.database.query(
      `WITH page AS (SELECT u.id FROM ${from} ORDER BY ${order} OFFSET $${values.length + 1} LIMIT $${values.length + 2})
       SELECT ${ROW} FROM page JOIN users u ON u.id = page.id JOIN profiles p ON p.user_id = u.id ORDER BY ${order}`,
      [...values, offset, limit],
    );
  }

  async count(filter: UserFilter): Promise<number> {
    const { subscription_type, ...others } = filter;
    // Most are basic: who is not premium is told sooner than by the plan of each.
    if (subscription_type === 'basic') {
      const all = await this.count(others);
      return Math.max(0, all - (await this.count({ ...others, subscription_type: 'premium' })));
    }
    const { from, values } = filtered(filter);
    const [row] = await this.database.query<{ users: number }[]>(`SELECT count(*)::int AS users FROM ${from}`, values);
    return row?.users ?? 0;
  }
}

function filtered({ search, role, subscription_type, status }: UserFilter): { from: string; values: unknown[] } {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [
    ...(role ? [`u.role = ${value(role)}`] : []),
    ...(status ? [`u.status = ${value(status)}`] : []),
    ...(search ? [found(value(`%${literal(search)}%`))] : []),
  ];
  // Every account has a profile, which is read only where it tells something.
  const plan = subscription_type
    ? ` JOIN profiles p ON p.user_id = u.id AND p.subscription_type = ${value(subscription_type)}`
    : '';
  return { from: `users u${plan} WHERE ${conditions.join(' AND ') || 'true'}`, values };
}

const found = (pattern: string): string =>
  `(u.email_lower LIKE users_folded(${pattern}) OR u.folded_name LIKE users_folded(${pattern}))`;

/** A text as itself in a pattern of LIKE. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
