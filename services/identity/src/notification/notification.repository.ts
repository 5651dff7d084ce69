import { NOTIFICATIONS_KEPT_DAYS } from '@linkway/contracts';
import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, type Repository } from 'typeorm';
import { Notification } from './notification.entity.js';

export type NewNotification = Pick<Notification, 'id' | 'user_id' | 'key' | 'kind' | 'params'>;

interface Place {
  /** Those before this one. */
  before: string | undefined;
  most: number;
  /** What a newer release alone knows has no text here. */
  kinds: readonly string[];
}

@Injectable()
export class NotificationRepository {
  constructor(@InjectRepository(Notification) private readonly notifications: Repository<Notification>) {}

  /** false: the user was told of it before. */
  async add({ id, user_id, key, kind, params }: NewNotification, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO notifications (id, user_id, key, kind, params) VALUES ($1, $2, $3, $4, $5::jsonb)
       ON CONFLICT (user_id, key) DO NOTHING RETURNING 1`,
      [id, user_id, key, kind, JSON.stringify(params)],
    );
    return rows.length > 0;
  }

  /** The newest first. */
  list(userId: string, { before, most, kinds }: Place): Promise<Notification[]> {
    return this.notifications.find({
      where: { user_id: userId, kind: In(kinds), ...(before === undefined ? {} : { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: most,
    });
  }

  async unread(userId: string, kinds: readonly string[]): Promise<number> {
    const [row] = await this.notifications.query<{ unread: number }[]>(
      `SELECT count(*)::int AS unread FROM notifications WHERE user_id = $1 AND read_at IS NULL AND kind = ANY ($2::text[])`,
      [userId, kinds],
    );
    return row?.unread ?? 0;
  }

  /** false: the user has none of that id. What is read stays read since then. */
  async read(id: string, userId: string): Promise<boolean> {
    const [, found] = await this.notifications.query<[unknown[], number]>(
      'UPDATE notifications SET read_at = coalesce(read_at, now()) WHERE id = $1 AND user_id = $2',
      [id, userId],
    );
    return found > 0;
  }

  async readUpTo(id: string, userId: string): Promise<void> {
    await this.notifications.query(
      'UPDATE notifications SET read_at = now() WHERE user_id = $2 AND id <= $1 AND read_at IS NULL',
      [id, userId],
    );
  }

  /** Removes some that are old; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    const where = `< now() - interval '${NOTIFICATIONS_KEPT_DAYS} days'`;
    return removeSome(this.notifications, { table: 'notifications', by: 'created_at', where });
  }
}
