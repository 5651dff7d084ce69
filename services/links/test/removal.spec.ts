import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  type Caller,
  createLinkRpc,
  deleteLinkRpc,
  type EventData,
  linkDeleted,
  userDeleted,
  userRegistered,
} from '@linkway/contracts';
import { eventually } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { RemovalConsumer } from '../src/removal/removal.consumer.js';
import { RemovalRepository } from '../src/removal/removal.repository.js';
import { WorkspaceRemover } from '../src/removal/workspace-remover.js';
import { callerOf, useLinks } from './harness.js';

const links = useLinks({ LOG_LEVEL: 'fatal' });
afterEach(() => void jest.restoreAllMocks());

const leave = (workspace_id: string) =>
  links.publish(userDeleted, { user_id: workspace_id, workspace_id, version: 5, deleted_at: new Date().toISOString() });
/** The same event, brought once more. */
const again = ({
  id,
  data,
  occurred_at: occurredAt,
  correlation_id: correlationId,
}: Awaited<ReturnType<typeof leave>>) =>
  links.service.get<RemovalConsumer>(RemovalConsumer).deleted(data as EventData<typeof userDeleted>, {
    id,
    handler: 'RemovalConsumer.deleted',
    sequence: 1,
    redelivered: true,
    correlationId,
    occurredAt,
  });
const count = async (workspace: string) =>
  (await links.query<{ n: number }>('SELECT count(*)::int AS n FROM short_links WHERE tenant_id = $1', [workspace]))[0]
    ?.n;
const due = (workspace: string) =>
  links.query('UPDATE deleted_workspaces SET due_at = now() WHERE workspace_id = $1', [workspace]);
const deletions = (workspace: string) =>
  links.events.filter(({ subject, data }) => subject === linkDeleted.subject && data.workspace_id === workspace);
const settled = (workspace: string) =>
  eventually(
    async () => {
      const [row] = await links.query<{ settled: boolean }>(
        `SELECT due_at < now() + interval '90 seconds' AND due_at > now() AS settled FROM deleted_workspaces WHERE workspace_id = $1`,
        [workspace],
      );
      expect(row?.settled).toBe(true);
    },
    { timeoutMs: 20_000 },
  );

/** Tables in which the id stands. */
async function tablesWith(id: string): Promise<string[]> {
  const tables = await links.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await links.query(`SELECT 1 FROM "${name}" t WHERE to_jsonb(t)::text LIKE '%' || $1 || '%' LIMIT 1`, [
      id,
    ]);
    if (row) found.push(name);
  }
  return found;
}

/** An account with links: copies of one, made in the database, so that there may be many. */
async function member(many = 0): Promise<{ caller: Caller; id: string }> {
  const id = uuidv7();
  const caller = callerOf(id);
  const account = { role: 'user', subscription_type: 'basic', monthly_links_limit: 50, version: 1 } as const;
  await links.publish(userRegistered, { user_id: id, workspace_id: id, ...account });
  await eventually(async () =>
    expect(await links.query('SELECT 1 FROM workspaces WHERE workspace_id = $1', [id])).toHaveLength(1),
  );
  await links.call(
    createLinkRpc,
    { link: { url: 'https://example.com/', title: 'Of An' }, idempotency_key: 'once' },
    caller,
  );
  await links.query(
    `INSERT INTO short_links SELECT (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'short_code', 'm' || n || left(l.id::text, 4) || right(l.id::text, 6)))).*
     FROM short_links l, generate_series(1, $2::int) n WHERE l.tenant_id = $1`,
    [id, many],
  );
  await links.query(
    `INSERT INTO codes SELECT short_code, host, workspace_id, id, true, 1, now() FROM short_links WHERE tenant_id = $1 ON CONFLICT DO NOTHING`,
    [id],
  );
  return { caller, id };
}

describe('an account that is deleted', () => {
  it('leaves nothing here; its links are told as deleted, its codes stay nobody’s, and others keep all', async () => {
    const gone = await member(230);
    const other = await member(3);
    const earlier = await links.create(gone.caller);
    await links.call(deleteLinkRpc, { id: earlier.id }, gone.caller);
    await links.query(
      'INSERT INTO claimed_links (link_id, workspace_id, created_at, claimed_at, copies, copy_at) VALUES ($1, $2, now(), now(), 0, $3)',
      [uuidv7(), gone.id, '2100-01-01'],
    );
    expect(await tablesWith(gone.id)).toEqual(
      expect.arrayContaining([
        'short_links',
        'codes',
        'quota_usage',
        'link_counts',
        'workspaces',
        'claimed_links',
        'change_usage',
        'idempotency_keys',
      ]),
    );
    const ids = await links.query<{ id: string }>('SELECT id FROM short_links WHERE tenant_id = $1', [gone.id]);
    const kept = await links.query('SELECT * FROM short_links JOIN codes ON link_id = id WHERE tenant_id = $1', [
      other.id,
    ]);

    await leave(gone.id);
    await settled(gone.id);
    await eventually(async () => expect(await links.query('SELECT 1 FROM outbox')).toEqual([]));
    expect(await tablesWith(gone.id)).toEqual(['deleted_workspaces']);
    await eventually(() => expect(deletions(gone.id)).toHaveLength(232));
    for (const { id } of ids) expect(deletions(gone.id).filter(({ data }) => data.link_id === id)).toHaveLength(1);
    const codes = await links.query('SELECT is_live, workspace_id, version FROM codes WHERE link_id = ANY ($1)', [
      ids.map(({ id }) => id),
    ]);
    expect(codes).toHaveLength(231);
    expect(new Set(codes.map((code) => JSON.stringify(code)))).toEqual(
      new Set([JSON.stringify({ is_live: false, workspace_id: null, version: 2 })]),
    );
    expect(
      await links.query('SELECT * FROM short_links JOIN codes ON link_id = id WHERE tenant_id = $1', [other.id]),
    ).toEqual(kept);
    expect(await tablesWith(other.id)).toEqual(expect.arrayContaining(['short_links', 'workspaces', 'quota_usage']));
    // Nobody gets one of its codes, not even somebody new in its place.
    const refused = links.create(other.caller, { custom_code: earlier.short_code, domain_id: links.main.id });
    await expect(refused).rejects.toMatchObject({ code: 'links.code_taken' });
  });

  it('is removed further by whoever comes next when a process is cut off half-way, and nothing is told twice', async () => {
    const gone = await member(250);
    const remover = links.service.get<WorkspaceRemover>(WorkspaceRemover);
    const keep = jest.spyOn(links.service.get<RemovalRepository>(RemovalRepository), 'keep');
    keep.mockRejectedValueOnce(new Error('cut off'));
    const event = await leave(gone.id);
    await eventually(async () => expect(await count(gone.id)).toBe(151));
    await eventually(() => expect(keep).toHaveBeenCalled());
    // Until then it is in the hands of the process that was cut off.
    await remover.next();
    expect(await count(gone.id)).toBe(151);
    await due(gone.id);
    while ((await remover.next()) === 0);
    expect(await count(gone.id)).toBe(0);
    await eventually(() => expect(deletions(gone.id)).toHaveLength(251));

    // Brought once more, as by a stream that was put back, it does nothing.
    const tombstone = await links.query('SELECT * FROM deleted_workspaces WHERE workspace_id = $1', [gone.id]);
    await again(event);
    expect(await links.query('SELECT * FROM deleted_workspaces WHERE workspace_id = $1', [gone.id])).toEqual(tombstone);
    expect(deletions(gone.id)).toHaveLength(251);
  });

  it('is looked at again for a while, as somebody may have been taken for signed in a moment longer', async () => {
    const gone = await member();
    await leave(gone.id);
    await settled(gone.id);
    await links.create(gone.caller);
    expect(await count(gone.id)).toBe(1);
    await due(gone.id);
    await links.service.get<WorkspaceRemover>(WorkspaceRemover).next();
    await eventually(async () => expect(await tablesWith(gone.id)).toEqual(['deleted_workspaces']));
    // In the end not even its id is left.
    await links.query("UPDATE deleted_workspaces SET deleted_at = now() - interval '31 days'");
    await due(gone.id);
    await links.service.get<WorkspaceRemover>(WorkspaceRemover).next();
    await eventually(async () => expect(await tablesWith(gone.id)).toEqual([]));
  });

  it('waits for whoever notes clicks or makes a link, and is never waited for in turn', async () => {
    const gone = await member();
    const ids = [uuidv7(), uuidv7()].sort();
    // The table has the later one first.
    for (const id of ids.toReversed()) {
      await links.query(
        `INSERT INTO webhooks (id, workspace_id, user_id, url, description, events, secret) VALUES ($1, $2, $2, 'https://example.com/', '', '{}', '')`,
        [id, gone.id],
      );
    }
    await links.query('ANALYZE webhooks');
    await links.query(
      `INSERT INTO idempotency_keys (scope, key, request_hash, created_at) VALUES ('workspace:' || $1::text, 'old', '', now() - interval '2 days')`,
      [gone.id],
    );
    const removals = links.service.get<RemovalRepository>(RemovalRepository);
    const workspace = [gone.id];
    const lockOne = 'SELECT 1 FROM webhooks WHERE id = $1 FOR NO KEY UPDATE';
    await besides(
      [
        { text: lockOne, values: ids.slice(0, 1) },
        { text: lockOne, values: ids.slice(1) },
      ],
      () => removals.removeWebhooks(gone.id),
    );
    // As a creation with a key that is free again.
    await besides(
      [
        {
          text: `UPDATE idempotency_keys SET created_at = now() WHERE scope = 'workspace:' || $1::text AND key = 'old'`,
          values: workspace,
        },
        { text: 'UPDATE quota_usage SET used = used + 1 WHERE workspace_id = $1', values: workspace },
      ],
      () => removals.removeRest(gone.id),
    );
    expect(await tablesWith(gone.id)).toEqual(['codes', 'short_links']);
  });
});

interface Lock {
  text: string;
  values: string[];
}

/** Takes the first lock, begins the work, takes the second one once the work waits, and ends both. */
async function besides([first, second]: [Lock, Lock], work: () => Promise<void>): Promise<void> {
  const runner = links.service.get<DataSource>(DataSource).createQueryRunner();
  await runner.startTransaction();
  await runner.query(first.text, first.values);
  const working = Promise.allSettled([work()]);
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await eventually(async () => expect(await links.query(waiting)).not.toEqual([]));
  const [locked] = await Promise.allSettled([runner.query(second.text, second.values)]);
  await (locked.status === 'fulfilled' ? runner.commitTransaction() : runner.rollbackTransaction());
  await runner.release();
  expect([locked.status, ...(await working).map(({ status }) => status)]).toEqual(['fulfilled', 'fulfilled']);
}
