import { DATA_EXPORT_PORTION, type ExportedPortion, type ExportedTable, exportedPortion } from '@linkway/contracts';
import { agentOf } from '@linkway/platform/visitor';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { ApiKey } from '../api-key/api-key.entity.js';
import type { GoogleAccount } from '../google/google-account.entity.js';
import type { Mail } from '../mail/queue/mail.entity.js';
import type { Notification } from '../notification/notification.entity.js';
import type { PushSubscription } from '../push/push-subscription.entity.js';
import type { Session } from '../session/session.entity.js';
import { User } from '../user/user.entity.js';

/** Each row says its place in the order: the portion after it begins there. */
interface Placed {
  place: string;
}

const GOOGLE_ACCOUNT = "issuer || ' ' || subject";

/** What identity holds of one account as lists, each in the order of something that no row changes. */
@Injectable()
export class DataExportRepository {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  /** Rows of one user, and of no other. */
  portion(table: ExportedTable<'identity'>, userId: string, from: string | null): Promise<ExportedPortion> {
    return this[table](userId, from);
  }

  private async sessions(userId: string, from: string | null): Promise<ExportedPortion> {
    const rows = await this.rows<Session>(
      'SELECT id AS place, id, ip, user_agent, created_at, last_seen_at, expires_at, ended_at FROM sessions',
      { key: 'id', type: 'uuid', userId, from },
    );
    return exportedPortion({ service: 'identity', table: 'sessions' }, rows, {
      ...placed(rows),
      cellsOf: ({ id, ip, user_agent, created_at, last_seen_at, expires_at, ended_at }) => {
        const { browser, os, device } = agentOf(user_agent);
        return {
          id,
          browser,
          os,
          device_type: device,
          user_agent,
          ip_address: ip,
          created_at: told(created_at),
          last_used_at: told(last_seen_at),
          expires_at: told(expires_at),
          ended_at: told(ended_at),
        };
      },
    });
  }

  private async known_devices(userId: string, from: string | null): Promise<ExportedPortion> {
    const rows = await this.rows<{ last_used_at: Date }>(
      `SELECT encode(device_hash, 'hex') AS place, last_used_at FROM known_devices`,
      { key: `encode(device_hash, 'hex')`, type: 'text', userId, from },
    );
    return exportedPortion({ service: 'identity', table: 'known_devices' }, rows, {
      ...placed(rows),
      cellsOf: ({ last_used_at }) => ({ last_used_at: told(last_used_at) }),
    });
  }

  private async google_accounts(userId: string, from: string | null): Promise<ExportedPortion> {
    const rows = await this.rows<GoogleAccount>(
      `SELECT ${GOOGLE_ACCOUNT} AS place, issuer, subject, linked_at, last_used_at FROM google_accounts`,
      { key: GOOGLE_ACCOUNT, type: 'text', userId, from },
    );
    return exportedPortion({ service: 'identity', table: 'google_accounts' }, rows, {
      ...placed(rows),
      cellsOf: ({ issuer, subject, linked_at, last_used_at }) => ({
        issuer,
        subject,
        linked_at: told(linked_at),
        last_used_at: told(last_used_at),
      }),
    });
  }

  private async api_keys(userId: string, from: string | null): Promise<ExportedPortion> {
    const rows = await this.rows<ApiKey>(
      `SELECT id AS place, id, key_name, last_characters, permissions, domain_ids, is_active, expires_at,
         created_at, last_used_at
       FROM api_keys`,
      { key: 'id', type: 'uuid', userId, from },
    );
    return exportedPortion({ service: 'identity', table: 'api_keys' }, rows, {
      ...placed(rows),
      cellsOf: ({
        id,
        key_name,
        last_characters,
        permissions,
        domain_ids,
        is_active,
        expires_at,
        created_at,
        last_used_at,
      }) => ({
        id,
        key_name,
        last_characters,
        permissions,
        domain_ids,
        is_active,
        expires_at: told(expires_at),
        created_at: told(created_at),
        last_used_at: told(last_used_at),
      }),
    });
  }

  private async mails(userId: string, from: string | null): Promise<ExportedPortion> {
    const rows = await this.rows<Mail>(
      'SELECT id AS place, id, mail, language, recipient, state, created_at FROM mails',
      { key: 'id', type: 'uuid', userId, from },
    );
    return exportedPortion({ service: 'identity', table: 'mails' }, rows, {
      ...placed(rows),
      cellsOf: ({ id, mail, language, recipient, state, created_at }) => ({
        id,
        mail,
        language,
        recipient,
        state,
        created_at: told(created_at),
      }),
    });
  }

  private async push_browsers(userId: string, from: string | null): Promise<ExportedPortion> {
    const rows = await this.rows<PushSubscription>(
      'SELECT id AS place, id, endpoint, user_agent, created_at, last_success_at FROM push_subscriptions',
      { key: 'id', type: 'uuid', userId, from },
    );
    return exportedPortion({ service: 'identity', table: 'push_browsers' }, rows, {
      ...placed(rows),
      cellsOf: ({ id, endpoint, user_agent, created_at, last_success_at }) => ({
        id,
        endpoint,
        user_agent,
        created_at: told(created_at),
        last_success_at: told(last_success_at),
      }),
    });
  }

  private async notifications(userId: string, from: string | null): Promise<ExportedPortion> {
    const rows = await this.rows<Notification>(
      'SELECT id AS place, id, kind, params, created_at, read_at FROM notifications',
      { key: 'id', type: 'uuid', userId, from },
    );
    return exportedPortion({ service: 'identity', table: 'notifications' }, rows, {
      ...placed(rows),
      cellsOf: ({ id, kind, params, created_at, read_at }) => ({
        id,
        kind,
        params,
        created_at: told(created_at),
        read_at: told(read_at),
      }),
    });
  }

  private rows<Row>(select: string, { key, type, userId, from }: Question): Promise<(Row & Placed)[]> {
    return this.users.query(
      `${select} WHERE user_id = $1 AND ($2::${type} IS NULL OR ${key} > $2::${type}) ORDER BY ${key} LIMIT ${DATA_EXPORT_PORTION}`,
      [userId, from],
    );
  }
}

interface Question {
  readonly key: string;
  readonly type: 'uuid' | 'text';
  readonly userId: string;
  readonly from: string | null;
}

const placed = <Row extends Placed>(rows: readonly Row[]) => ({
  placeOf: ({ place }: Row) => place,
  more: rows.length === DATA_EXPORT_PORTION,
});

function told(time: Date): string;
function told(time: Date | null): string | null;
function told(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
