import { type EventData, type Link as LinkReply, linkCreated } from '@linkway/contracts';
import { Outbox, patienceLeft, type Statement, storedIn } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Claim } from '../idempotency/idempotency.repository.js';
import { changeCountedIn } from '../quota/counted-change.js';
import { Link } from './link.entity.js';
import type { OwnedLink } from './link.repository.js';
import { lateAfter, refusalIn } from './refusal.js';

/** A link to be made, with all that is counted, reserved, kept and told with it. */
export interface Creation {
  link: OwnedLink;
  /** Whether the code must be one that nobody ever had; else the workspace may take one again that it gave up. */
  isNewCode: boolean;
  /** `limit`: where identity has not told of the workspace. */
  month: { name: string; limit: number };
  changes: { hour: string; limit: number };
  /** Holds the version that the code is expected to have. */
  event: EventData<typeof linkCreated>;
  /** The Idempotency-Key; null without one. */
  key: Claim | null;
  reply: LinkReply;
}

export type Created =
  | { kind: 'made' }
  /** Another request has the Idempotency-Key: nothing was done. */
  | { kind: 'repeated' }
  | { kind: 'monthly-limit'; limit: number }
  | { kind: 'code-taken' }
  /** The code would have another version than was expected. */
  | { kind: 'code-version'; version: number }
  | { kind: 'changes-exceeded' };

/** Makes a link in one statement: everything or nothing, in one round trip. */
@Injectable()
export class CreationRepository {
  private readonly statements: Record<'once' | 'always', Statement>;

  constructor(
    @InjectRepository(Link) private readonly links: Repository<Link>,
    private readonly outbox: Outbox,
  ) {
    // Those that the entity knows: a column of a later release takes its default.
    const columns = links.metadata.columns.map(({ databaseName }) => `"${databaseName}"`);
    this.statements = {
      once: { name: 'links-create-once', text: textOf(columns, CLAIM) },
      always: { name: 'links-create', text: textOf(columns, 'SELECT 1') },
    };
  }

  /** Throws `service.timeout`, and nothing was done, where the caller gave up while rows were waited for. */
  async create(creation: Creation): Promise<Created> {
    const { key } = creation;
    try {
      const made = await this.outbox.statement(key ? this.statements.once : this.statements.always, () => [
        ...this.valuesOf(creation),
        ...(key ? [key.scope, key.key, key.request_hash, key.password_hash, reply(creation), key.expiredBefore] : []),
      ]);
      return { kind: made.length > 0 ? 'made' : 'repeated' };
    } catch (error) {
      return refusalOf(error);
    }
  }

  private valuesOf({ link, isNewCode, month, changes, event }: Creation): unknown[] {
    const row = this.links.metadata.columns.map((column) => [
      column.databaseName,
      link[column.propertyName as keyof Link],
    ]);
    return [
      link.workspace_id,
      month.name,
      month.limit,
      link.short_code,
      link.host,
      link.id,
      isNewCode,
      event.route.version,
      JSON.stringify(Object.fromEntries(row)),
      changes.hour,
      changes.limit,
      // Of the moment when it is sent: what the wait for a connection took is over.
      patienceLeft(),
      ...this.outbox.valuesOf(linkCreated, event),
    ];
  }
}

const reply = (creation: Creation): string => JSON.stringify(creation.reply);

// A key that another transaction claims is waited for, so afterwards its answer is there or the key is free.
const CLAIM = `
  INSERT INTO idempotency_keys (scope, key, request_hash, password_hash, reply, created_at)
  VALUES ($16, $17, $18, $19, $20::jsonb, now())
  ON CONFLICT (scope, key) DO UPDATE SET request_hash = EXCLUDED.request_hash,
    password_hash = EXCLUDED.password_hash, reply = EXCLUDED.reply, created_at = EXCLUDED.created_at
    WHERE idempotency_keys.created_at < $21::timestamptz
  RETURNING 1`;

/**
 * Each part goes on from the one before, in the order in which the statements of all releases lock rows. Where one has nothing
 * to go on from, the last line fails with the reason, and all is undone.
 */
const textOf = (columns: readonly string[], claim: string): string => `
  WITH claim AS (${claim}),
  allowed AS (
    SELECT coalesce((SELECT monthly_links_limit FROM workspaces WHERE workspace_id = $1::uuid), $3::integer) AS links),
  month AS (
    INSERT INTO quota_usage (workspace_id, month, used) SELECT $1::uuid, $2, 1 FROM claim, allowed WHERE links > 0
    ON CONFLICT (workspace_id, month) DO UPDATE SET used = quota_usage.used + 1
      WHERE quota_usage.used < (SELECT links FROM allowed)
    RETURNING 1),
  code AS (
    INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
    SELECT $4, $5, $1::uuid, $6::uuid, true, 1, now() FROM month
    ON CONFLICT (code, host) DO UPDATE SET link_id = EXCLUDED.link_id, is_live = true,
      version = codes.version + 1, updated_at = EXCLUDED.updated_at
      WHERE NOT $7::boolean AND NOT codes.is_live
        AND (codes.workspace_id = EXCLUDED.workspace_id OR codes.link_id = EXCLUDED.link_id)
    RETURNING version),
  link AS (
    INSERT INTO short_links (${columns.join(', ')})
    SELECT ${columns.map((column) => `made.${column}`).join(', ')}
    FROM code, jsonb_populate_record(NULL::short_links, $9::jsonb) AS made
    RETURNING 1),
  change AS (${changeCountedIn('link', 10)}),
  told AS (${storedIn('change', 13)})
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM month) THEN links_refuse('monthly-limit', (SELECT links FROM allowed)::text)
    WHEN NOT EXISTS (SELECT FROM code) THEN links_refuse('code-taken', '')
    WHEN (SELECT version FROM code) <> $8::integer THEN links_refuse('code-version', (SELECT version FROM code)::text)
    WHEN NOT EXISTS (SELECT FROM change) THEN links_refuse('changes-exceeded', '')
    ${lateAfter('$12')}
    ELSE true END AS made
  FROM claim`;

function refusalOf(error: unknown): Exclude<Created, { kind: 'made' | 'repeated' }> {
  const { reason, detail } = refusalIn(error);
  if (reason === 'monthly-limit') return { kind: reason, limit: Number(detail) };
  if (reason === 'code-version') return { kind: reason, version: Number(detail) };
  if (reason === 'code-taken' || reason === 'changes-exceeded') return { kind: reason };
  throw error;
}
