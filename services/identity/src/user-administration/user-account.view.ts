import type { UserAccount } from '@linkway/contracts';
import type { UserRow } from './user-list.repository.js';

export const userAccount = (row: UserRow): UserAccount => ({
  ...row,
  subscription_end_date: timeOf(row.subscription_end_date),
  email_verified_at: timeOf(row.email_verified_at),
  last_sign_in_at: timeOf(row.last_sign_in_at),
  deletion_at: timeOf(row.deletion_at),
  created_at: row.created_at.toISOString(),
});

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null;
