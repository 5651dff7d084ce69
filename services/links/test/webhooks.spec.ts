import { describe, expect, it } from '@jest/globals';
import {
  accountClaimed,
  type Caller,
  changeWebhookRpc,
  createWebhookRpc,
  deleteLinkRpc,
  deleteWebhookRpc,
  getWebhookDeliveryRpc,
  getWebhookRpc,
  linksAuditRecorded,
  listWebhookDeliveriesRpc,
  listWebhooksRpc,
  permissionsOfImpersonator,
  replayWebhookDeliveryRpc,
  republishLinksRpc,
  rotateWebhookSecretRpc,
  testWebhookRpc,
  updateLinkRpc,
  userChanged,
  userDeleted,
  userRegistered,
  type WebhookEvent,
  webhookMessages,
} from '@linkway/contracts';
import { storedEvents } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { WebhookKeeping } from '../src/webhook/webhook-keeping.js';
import { WebhookWorker } from '../src/webhook/webhook-worker.js';
import { askedMails, callerOf, eventually, outcomes, refusal, useLinks, uuidv7 } from './harness.js';
import { type Received, useReceiver, verified } from './receiver.js';

const links = useLinks({ ENCRYPTION_KEY: 'a key for tests, of many characters', WEBHOOKS_TO_PRIVATE: 'true' });
const receiver = useReceiver();
const ALL: WebhookEvent[] = ['link.created', 'link.updated', 'link.deleted'];
let paths = 0;
const newPath = (): string => `/hook-${++paths}`;

type Plan = 'basic' | 'premium';
const plan = (id: string, subscription_type: Plan, version: number) => ({
  workspace_id: id,
  role: 'user' as const,
  subscription_type,
  monthly_links_limit: 5_000,
  version,
});

async function member(subscription_type: Plan = 'premium'): Promise<ReturnType<typeof callerOf>> {
  const caller = callerOf();
  const id = caller.workspace_id;
  await links.publish(userRegistered, { user_id: id, ...plan(id, subscription_type, 1) });
  await eventually(async () =>
    expect(await links.query('SELECT 1 FROM workspaces WHERE workspace_id = $1', [id])).toHaveLength(1),
  );
  return caller;
}
async function toPlan(id: string, subscription_type: Plan, version: number): Promise<void> {
  await links.publish(userChanged, {
    user_id: id,
    account: { status: 'active', ...plan(id, subscription_type, version) },
  });
  await eventually(async () =>
    expect(
      await links.query('SELECT 1 FROM workspaces WHERE workspace_id = $1 AND version = $2', [id, version]),
    ).toHaveLength(1),
  );
}

const create = (caller: Caller, path: string, events: WebhookEvent[] = ALL) =>
  links.call(createWebhookRpc, { url: receiver.url(path), description: '', events }, caller);
const got = (path: string, count: number): Promise<Received[]> =>
  eventually(
    () => {
      expect(receiver.at(path)).toHaveLength(count);
      return receiver.at(path);
    },
    { timeoutMs: 20_000 },
  );
const log = async (id: string, caller: Caller, more: { state?: 'pending' | 'succeeded' | 'failed' } = {}) =>
  (await links.call(listWebhookDeliveriesRpc, { id, limit: 100, ...more }, caller)).data;
const settled = (id: string, caller: Caller, state: 'succeeded' | 'failed') =>
  eventually(async () => {
    const [one] = await log(id, caller);
    expect(one?.state).toBe(state);
    return one;
  });
/** Lets all that wait of a webhook be due now. */
const due = (id: string) =>
  links.query(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE webhook_id = $1 AND state = 'pending'`, [
    id,
  ]);
const worker = () => links.service.get<WebhookWorker>(WebhookWorker);

describe('what happens to a link', () => {
  it('is told once each, signed, to the webhooks that are told of it', async () => {
    const caller = await member();
    const [path, only] = [newPath(), newPath()];
    const webhook = await create(caller, path);
    await create(caller, only, ['link.deleted']);
    const link = await links.create(caller, { title: 'Spring', password: 'open sesame' });
    await links.call(updateLinkRpc, { id: link.id, changes: { title: 'Summer' } }, caller);
    await links.call(deleteLinkRpc, { id: link.id }, caller);
    const messages = (await got(path, 3)).map((one) => verified(one, webhook.secret));
    expect(messages.map(({ type }) => type).sort()).toEqual([...ALL].sort());
    for (const message of messages) {
      const { body } = webhookMessages[message.type as WebhookEvent];
      expect(body.strict().safeParse(message).error).toBeUndefined();
      expect(message.data.id).toBe(link.id);
    }
    const titles = Object.fromEntries(messages.map(({ type, data }) => [type, data.title]));
    expect(titles).toMatchObject({ 'link.created': 'Spring', 'link.updated': 'Summer' });
    expect(messages.find(({ type }) => type === 'link.created')?.data).toMatchObject({
      short_url: link.short_url,
      original_url: link.original_url,
      has_password: true,
    });
    expect(JSON.stringify(receiver.at(path))).not.toContain('argon2');
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect((await got(only, 1)).map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'link.deleted',
    ]);
    const rows = await links.query<{ source: unknown }>('SELECT source FROM webhook_deliveries WHERE webhook_id = $1', [
      webhook.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain('argon2');
  });

  it('is told of each of many that are made at once', async () => {
    const caller = await member();
    const path = newPath();
    await create(caller, path, ['link.created']);
    const made = await links.createMany(24, caller);
    const told = (await got(path, 24)).map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
    expect(told.sort()).toEqual(made.map(({ id }) => id).sort());
  });

  it('is not told to others, nor what is told to services once more', async () => {
    const [caller, other] = [await member(), await member()];
    const path = newPath();
    const webhook = await create(other, path);
    await links.create(caller);
    const link = await links.create(other);
    await got(path, 1);
    await links.call(republishLinksRpc, { action: 'start' }, null);
    await eventually(async () =>
      expect((await links.call(republishLinksRpc, { action: 'status' }, null)).state).toBe('done'),
    );
    await eventually(() =>
      expect(links.eventsOf(link.id).filter(({ subject }) => subject.includes('updated'))).not.toHaveLength(0),
    );
    expect(await log(webhook.id, other)).toHaveLength(1);
  });

  it('makes a change no harder where a webhook goes in that moment', async () => {
    const caller = await member();
    const webhook = await create(caller, newPath());
    const [, ...made] = await Promise.all([
      links.call(deleteWebhookRpc, { id: webhook.id }, caller),
      ...Array.from({ length: 4 }, () => links.create(caller)),
    ]);
    expect(made).toHaveLength(4);
    await links.query(`UPDATE webhook_deliveries SET created_at = now() - interval '2 hours' WHERE webhook_id = $1`, [
      webhook.id,
    ]);
    await links.service.get<WebhookKeeping>(WebhookKeeping).clean();
    expect(await links.query('SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1', [webhook.id])).toEqual([]);
  });
});

describe('a delivery', () => {
  it('is tried again, later each time, under the same id, and says what was answered', async () => {
    const caller = await member();
    const path = newPath();
    let answers = 0;
    receiver.answer(path, (_one, response) => {
      answers += 1;
      response.statusCode = answers < 3 ? 500 : 200;
      response.end(answers < 3 ? 'out of order' : 'thank you');
    });
    const webhook = await create(caller, path, ['link.created']);
    await links.create(caller);
    await got(path, 1);
    const [first] = await eventually(async () => {
      const all = await log(webhook.id, caller);
      expect(all[0]?.response_status).toBe(500);
      return all;
    });
    expect(first).toMatchObject({ state: 'pending', attempts: 1, error: 'status' });
    const waits = Date.parse(first?.next_attempt_at ?? '') - Date.now();
    expect(waits).toBeGreaterThan(500);
    expect(waits).toBeLessThan(6_000);
    expect((await links.call(getWebhookRpc, { id: webhook.id }, caller)).failing_since).not.toBeNull();
    await due(webhook.id);
    await got(path, 2);
    await eventually(async () => expect((await log(webhook.id, caller))[0]?.attempts).toBe(2));
    await eventually(async () =>
      expect(Date.parse((await log(webhook.id, caller))[0]?.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(
        50_000,
      ),
    );
    await eventually(async () => {
      await due(webhook.id);
      expect(receiver.at(path)).toHaveLength(3);
    });
    await settled(webhook.id, caller, 'succeeded');
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.at(path).map(({ body }) => body)).size).toBe(1);
    const detail = await links.call(getWebhookDeliveryRpc, { id: webhook.id, delivery_id: first?.id ?? '' }, caller);
    expect(detail).toMatchObject({
      response_status: 200,
      error: null,
      next_attempt_at: null,
      response_excerpt: 'thank you',
      request: { url: receiver.url(path), body: receiver.at(path)[0]?.body },
    });
    expect(detail.request.headers['webhook-id']).toBe(receiver.at(path)[0]?.headers['webhook-id']);
    expect((await links.call(getWebhookRpc, { id: webhook.id }, caller)).failing_since).toBeNull();
  });

  it('has failed after the last try, and is sent anew when it is asked for', async () => {
    const caller = await member();
    const path = newPath();
    let isUp = false;
    receiver.answer(path, (_one, response) => void response.writeHead(isUp ? 204 : 503).end());
    const webhook = await create(caller, path, ['link.created']);
    await links.create(caller);
    await got(path, 1);
    await links.query('UPDATE webhook_deliveries SET step = 8 WHERE webhook_id = $1', [webhook.id]);
    await eventually(async () => {
      await due(webhook.id);
      expect(receiver.at(path)).toHaveLength(2);
    });
    const failed = await settled(webhook.id, caller, 'failed');
    expect(await log(webhook.id, caller, { state: 'succeeded' })).toEqual([]);
    expect(await log(webhook.id, caller, { state: 'failed' })).toHaveLength(1);
    isUp = true;
    const replay = { id: webhook.id, delivery_id: failed?.id ?? '' };
    expect(await links.call(replayWebhookDeliveryRpc, replay, caller)).toMatchObject({ state: 'pending' });
    await settled(webhook.id, caller, 'succeeded');
    const ids = receiver.at(path).map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    for (const one of receiver.at(path)) verified(one, webhook.secret);
  });

  it('that is being sent is not sent anew, and what came of an attempt is written down for that one alone', async () => {
    const caller = await member();
    const path = newPath();
    let answer = (): void => {};
    receiver.answer(path, (_one, response) => {
      answer = () => void response.writeHead(500).end();
    });
    const webhook = await create(caller, path, ['link.created']);
    await links.create(caller);
    await got(path, 1);
    const [one] = await log(webhook.id, caller);
    const replay = links.call(replayWebhookDeliveryRpc, { id: webhook.id, delivery_id: one?.id ?? '' }, caller);
    expect(await refusal(replay)).toBe('webhooks.busy');
    // Another process has it in hand, as this one took too long.
    await links.query(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, last_attempt_at = now(), next_attempt_at = now() + interval '1 minute'
       WHERE webhook_id = $1`,
      [webhook.id],
    );
    answer();
    await eventually(async () =>
      expect((await links.call(getWebhookRpc, { id: webhook.id }, caller)).failing_since).not.toBeNull(),
    );
    expect((await log(webhook.id, caller))[0]).toMatchObject({ state: 'pending', attempts: 2, response_status: null });
  });

  it('that cannot be made has its tries as any other', async () => {
    const caller = await member();
    const { id } = await create(caller, newPath());
    await links.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source, step)
       VALUES (gen_random_uuid(), $1, $2, 'link.created', gen_random_uuid(), now(), '{}', 8)`,
      [id, caller.workspace_id],
    );
    await worker().round();
    const failed = await settled(id, caller, 'failed');
    expect(failed).toMatchObject({ attempts: 1, error: 'unsendable' });
    expect(await links.call(getWebhookDeliveryRpc, { id, delivery_id: failed?.id ?? '' }, caller)).toMatchObject({
      error: 'unsendable',
      request: { url: expect.any(String), body: '' },
    });
  });

  it('follows no redirect, and keeps a kilobyte of a huge answer', async () => {
    const caller = await member();
    const [from, to, huge] = [newPath(), newPath(), newPath()];
    receiver.answer(from, (_one, response) => void response.writeHead(302, { location: receiver.url(to) }).end());
    receiver.answer(huge, (_one, response) => void response.end(`\0${'x'.repeat(5_000_000)}`));
    const [first, second] = [await create(caller, from), await create(caller, huge)];
    expect(await links.call(testWebhookRpc, { id: first.id }, caller)).toMatchObject({
      state: 'failed',
      response_status: 302,
      error: 'redirected',
    });
    expect(receiver.at(to)).toEqual([]);
    const tested = await links.call(testWebhookRpc, { id: second.id }, caller);
    expect(tested).toMatchObject({ state: 'succeeded', event: 'webhook.test', attempts: 1 });
    expect(tested.response_excerpt).toHaveLength(1_024);
    expect(verified(receiver.at(huge)[0] as Received, second.secret)).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: second.id },
    });
  });

  it('that waits for a slow receiver keeps back nobody else’s', async () => {
    const [slow, quick] = [await member(), await member()];
    const [hanging, path] = [newPath(), newPath()];
    receiver.answer(hanging, () => undefined);
    await create(slow, hanging, ['link.created']);
    await create(quick, path, ['link.created']);
    await links.createMany(12, slow);
    const began = Date.now();
    await links.create(quick);
    await got(path, 1);
    expect(Date.now() - began).toBeLessThan(8_000);
    expect(receiver.at(hanging).length).toBeLessThanOrEqual(4);
  });

  it('is sent by one of several processes, and by another where one was cut off', async () => {
    const caller = await member();
    const path = newPath();
    const second = await links.start();
    try {
      const webhook = await create(caller, path, ['link.created']);
      const made = await links.createMany(30, caller);
      await got(path, 30);
      const ids = receiver.at(path).map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(made.length);
      // As one that was killed leaves it: taken, and nothing written down.
      await links.query(
        `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source, attempts, last_attempt_at, next_attempt_at)
         SELECT gen_random_uuid(), webhook_id, workspace_id, event, gen_random_uuid(), now(), source, 1, now(), now() + interval '3 seconds'
         FROM webhook_deliveries WHERE webhook_id = $1 LIMIT 1`,
        [webhook.id],
      );
      await worker().round();
      expect(receiver.at(path)).toHaveLength(30);
      await got(path, 31);
      await settled(webhook.id, caller, 'succeeded');
      expect((await log(webhook.id, caller))[0]?.attempts).toBe(2);
    } finally {
      await second.stop();
    }
  });
});

describe('a webhook', () => {
  it('is turned off by 410', async () => {
    const caller = await member();
    const path = newPath();
    receiver.answer(path, (_one, response) => void response.writeHead(410).end());
    const webhook = await create(caller, path);
    await links.create(caller);
    await settled(webhook.id, caller, 'failed');
    await eventually(async () =>
      expect(await links.call(getWebhookRpc, { id: webhook.id }, caller)).toMatchObject({
        is_active: false,
        disabled_reason: 'gone',
      }),
    );
    await links.create(caller);
    const [failed, ...more] = await log(webhook.id, caller);
    expect(more).toEqual([]);
    const replay = { id: webhook.id, delivery_id: failed?.id ?? '' };
    expect(await refusal(links.call(replayWebhookDeliveryRpc, replay, caller))).toBe('webhooks.is_off');
    const on = await links.call(changeWebhookRpc, { id: webhook.id, is_active: true }, caller);
    expect(on).toMatchObject({ is_active: true, disabled_reason: null, failing_since: null });
  });

  it('is not judged by what was answered at an address that it had', async () => {
    const caller = await member();
    const [former, path] = [newPath(), newPath()];
    const webhook = await create(caller, former, ['link.created']);
    await links.query(`UPDATE webhooks SET failing_since = now() - interval '4 days' WHERE id = $1`, [webhook.id]);
    const at: (string | null)[] = [];
    receiver.answer(former, (_received, response) => {
      void links.call(changeWebhookRpc, { id: webhook.id, url: receiver.url(path) }, caller).then((changed) => {
        at.push(changed.failing_since);
        response.writeHead(410).end();
      });
    });
    expect(await links.call(testWebhookRpc, { id: webhook.id }, caller)).toMatchObject({ response_status: 410 });
    expect(at).toEqual([null]);
    expect(await links.call(getWebhookRpc, { id: webhook.id }, caller)).toMatchObject({
      is_active: true,
      failing_since: null,
    });
  });

  it('is turned off where nothing was received for five days, and its owner is to be told', async () => {
    const caller = await member();
    const path = newPath();
    receiver.answer(path, (_one, response) => void response.writeHead(500).end());
    const webhook = await create(caller, path);
    await links.create(caller);
    await got(path, 1);
    await links.query(`UPDATE webhooks SET failing_since = now() - interval '4 days 23 hours' WHERE id = $1`, [
      webhook.id,
    ]);
    await eventually(async () => {
      await due(webhook.id);
      expect(receiver.at(path)).toHaveLength(2);
    });
    expect((await links.call(getWebhookRpc, { id: webhook.id }, caller)).is_active).toBe(true);
    await links.query(`UPDATE webhooks SET failing_since = now() - interval '5 days' WHERE id = $1`, [webhook.id]);
    await eventually(async () => {
      await due(webhook.id);
      expect(await links.call(getWebhookRpc, { id: webhook.id }, caller)).toMatchObject({
        is_active: false,
        disabled_reason: 'failing',
      });
    });
    const keeping = links.service.get<WebhookKeeping>(WebhookKeeping);
    await Promise.all([keeping.tellOwners(), keeping.tellOwners()]);
    await keeping.tellOwners();
    const mails = askedMails.filter(({ key }) => key.includes(webhook.id));
    // Asked for twice at once it has the same key, of which identity sends one.
    expect(new Set(mails.map(({ key }) => key)).size).toBe(1);
    expect(mails[0]).toMatchObject({
      mail: 'webhook_disabled',
      to: { user_id: caller.user_id },
      variables: { webhook_host: new URL(receiver.url('/')).host, failing_since: expect.any(String) },
    });
    expect(mails.length).toBeLessThanOrEqual(2);
  });

  it('waits while the plan has ended, and goes on with all that is set', async () => {
    const caller = await member();
    const path = newPath();
    const webhook = await create(caller, path);
    await toPlan(caller.workspace_id, 'basic', 2);
    await links.create(caller);
    expect(await links.call(listWebhooksRpc, {}, caller)).toMatchObject({
      is_paused: true,
      data: [{ id: webhook.id, is_active: true }],
    });
    for (const refused of [
      create(caller, path),
      links.call(testWebhookRpc, { id: webhook.id }, caller),
      links.call(rotateWebhookSecretRpc, { id: webhook.id }, caller),
    ])
      expect(await refusal(refused)).toBe('webhooks.premium_required');
    expect(receiver.at(path)).toEqual([]);
    await toPlan(caller.workspace_id, 'premium', 3);
    const link = await links.create(caller);
    const [one] = await got(path, 1);
    expect(verified(one as Received, webhook.secret).data.id).toBe(link.id);
  });

  it('has five days before it again once the plan goes on, as nothing was tried meanwhile', async () => {
    const caller = await member();
    const webhook = await create(caller, newPath());
    const other = await create(await member(), newPath());
    const since = `UPDATE webhooks SET failing_since = now() - interval '6 days' WHERE id = ANY ($1)`;
    await toPlan(caller.workspace_id, 'basic', 2);
    await links.query(since, [[webhook.id, other.id]]);
    await links.service.get<WebhookKeeping>(WebhookKeeping).clean();
    await toPlan(caller.workspace_id, 'premium', 3);
    expect((await links.call(getWebhookRpc, { id: webhook.id }, caller)).failing_since).toBeNull();
    expect(await links.query('SELECT 1 FROM webhooks WHERE id = $1 AND failing_since IS NULL', [other.id])).toEqual([]);
  });

  it('is signed with both secrets for a day after it was given a new one', async () => {
    const caller = await member();
    const path = newPath();
    const webhook = await create(caller, path, ['link.created']);
    const renewed = await links.call(rotateWebhookSecretRpc, { id: webhook.id }, caller);
    expect(renewed.secret).not.toBe(webhook.secret);
    expect(renewed.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Date.parse(renewed.former_secret_until ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await links.create(caller);
    const [one] = await got(path, 1);
    for (const secret of [webhook.secret, renewed.secret]) verified(one as Received, secret);
    await links.query(`UPDATE webhooks SET former_secret_until = now() WHERE id = $1`, [webhook.id]);
    await links.create(caller);
    const [, two] = await got(path, 2);
    verified(two as Received, renewed.secret);
    expect(() => verified(two as Received, webhook.secret)).toThrow();
    const kept = JSON.stringify(await links.query('SELECT * FROM webhooks WHERE id = $1', [webhook.id]));
    expect(kept).not.toContain(Buffer.from(renewed.secret.slice(6, 20)).toString('hex'));
  });

  it('given a second new secret within a day goes on with all three, and takes no third', async () => {
    const caller = await member();
    const path = newPath();
    const webhook = await create(caller, path, ['link.created']);
    const rotate = () => links.call(rotateWebhookSecretRpc, { id: webhook.id }, caller);
    const [one, two] = [await rotate(), await rotate()];
    expect(await refusal(rotate())).toBe('webhooks.secret_renewed');
    await links.create(caller);
    const [message] = await got(path, 1);
    for (const { secret } of [webhook, one, two]) verified(message as Received, secret);
    await links.query(`UPDATE webhooks SET earlier_secret_until = now() WHERE id = $1`, [webhook.id]);
    await links.create(caller);
    const later = (await got(path, 2))[1] as Received;
    for (const { secret } of [one, two]) verified(later, secret);
    expect(() => verified(later, webhook.secret)).toThrow();
    const three = await rotate();
    await links.create(caller);
    const last = (await got(path, 3))[2] as Received;
    for (const { secret } of [one, two, three]) verified(last, secret);
  });

  it('is made, changed, tested and deleted by its owner alone, by no administrator who acts as them', async () => {
    const caller = await member();
    const path = newPath();
    const { id } = await create(caller, path);
    const acting = callerOf(caller.workspace_id, {
      impersonator_id: uuidv7(),
      permissions: [...permissionsOfImpersonator],
    });
    const asked = [
      create(acting, newPath()),
      links.call(changeWebhookRpc, { id, url: receiver.url(newPath()) }, acting),
      links.call(deleteWebhookRpc, { id }, acting),
      links.call(rotateWebhookSecretRpc, { id }, acting),
      links.call(testWebhookRpc, { id }, acting),
    ];
    expect(await outcomes(asked)).toEqual({ 'auth.impersonation_forbidden': asked.length });
    expect((await links.call(listWebhooksRpc, {}, acting)).data).toHaveLength(1);
    expect(receiver.at(path)).toEqual([]);
  });

  it('that is off is not looked at each second, and is sent what waits once it is on', async () => {
    const [caller, other] = [await member(), await member()];
    const [path, second] = [newPath(), newPath()];
    for (const one of [path, second]) receiver.answer(one, (_one, response) => void response.writeHead(500).end());
    const [off, ended] = [await create(caller, path, ['link.created']), await create(other, second, ['link.created'])];
    await Promise.all([links.create(caller), links.create(other)]);
    await Promise.all([got(path, 1), got(second, 1)]);
    const keeping = links.service.get<WebhookKeeping>(WebhookKeeping);
    const held = async () =>
      (
        await links.query<{ webhook_id: string }>(
          'SELECT webhook_id FROM webhook_deliveries WHERE is_held AND webhook_id = ANY ($1) ORDER BY webhook_id',
          [[off.id, ended.id]],
        )
      ).map(({ webhook_id }) => webhook_id);
    await keeping.hold();
    expect(await held()).toEqual([]);
    await links.call(changeWebhookRpc, { id: off.id, is_active: false }, caller);
    await toPlan(other.workspace_id, 'basic', 2);
    await Promise.all([keeping.hold(), keeping.hold()]);
    await keeping.hold();
    expect(await held()).toEqual([off.id, ended.id].sort());
    for (const one of [path, second]) receiver.answer(one, (_one, response) => void response.end());
    await links.call(changeWebhookRpc, { id: off.id, is_active: true }, caller);
    expect(await held()).toEqual([ended.id]);
    await toPlan(other.workspace_id, 'premium', 3);
    await keeping.hold();
    expect(await held()).toEqual([]);
    for (const { id } of [off, ended]) await due(id);
    await Promise.all([settled(off.id, caller, 'succeeded'), settled(ended.id, other, 'succeeded')]);
  });

  it('is one of ten at most, and takes the plan', async () => {
    const caller = await member();
    const made = await outcomes(Array.from({ length: 12 }, () => create(caller, newPath())));
    expect(made).toEqual({ none: 10, 'webhooks.limit_reached': 2 });
    expect((await links.call(listWebhooksRpc, {}, caller)).data).toHaveLength(10);
    expect(await refusal(create(await member('basic'), newPath()))).toBe('webhooks.premium_required');
  });

  it('is nobody else’s', async () => {
    const [caller, other] = [await member(), await member()];
    const { id } = await create(caller, newPath());
    const { id: delivery_id } = await links.call(testWebhookRpc, { id }, caller);
    const asked = [
      links.call(getWebhookRpc, { id }, other),
      links.call(changeWebhookRpc, { id, description: 'mine' }, other),
      links.call(deleteWebhookRpc, { id }, other),
      links.call(rotateWebhookSecretRpc, { id }, other),
      links.call(testWebhookRpc, { id }, other),
      links.call(listWebhookDeliveriesRpc, { id, limit: 10 }, other),
      links.call(getWebhookDeliveryRpc, { id, delivery_id }, other),
      links.call(replayWebhookDeliveryRpc, { id, delivery_id }, other),
    ];
    expect(await outcomes(asked)).toEqual({ 'webhooks.not_found': asked.length });
    const own = await create(other, newPath());
    const across = links.call(getWebhookDeliveryRpc, { id: own.id, delivery_id }, other);
    expect(await refusal(across)).toBe('webhooks.delivery_not_found');
    expect((await links.call(listWebhooksRpc, {}, other)).data.map((one) => one.id)).toEqual([own.id]);
  });

  it('tells the audit log what was done with it, and never a secret', async () => {
    const caller = await member();
    const made = await create(caller, newPath());
    await links.call(changeWebhookRpc, { id: made.id, description: 'Shop', is_active: false }, caller);
    await links.call(rotateWebhookSecretRpc, { id: made.id }, caller);
    await links.call(deleteWebhookRpc, { id: made.id }, caller);
    // The stream may be read by the neighbours alone.
    const acts = await eventually(async () => {
      const all = await storedEvents(links.neighbours, linksAuditRecorded, ({ target }) => target?.id === made.id);
      expect(all.map(({ data }) => data.action)).toEqual([
        'webhook.created',
        'webhook.disabled',
        'webhook.changed',
        'webhook.secret_rotated',
        'webhook.deleted',
      ]);
      return all;
    });
    for (const { data } of acts)
      expect(data).toMatchObject({
        user_id: caller.workspace_id,
        user_email: null,
        user_name: null,
        target: { kind: 'webhook' },
      });
    expect(JSON.stringify(acts)).not.toContain('whsec_');
    expect(await refusal(links.call(getWebhookRpc, { id: made.id }, caller))).toBe('webhooks.not_found');
  });

  it('has a log that is read on from where it was left', async () => {
    const caller = await member();
    const path = newPath();
    const { id } = await create(caller, path, ['link.created']);
    await links.createMany(5, caller);
    await got(path, 5);
    const seen: string[] = [];
    for (let starting_after: string | undefined; ; ) {
      const page = await links.call(
        listWebhookDeliveriesRpc,
        { id, limit: 2, ...(starting_after !== undefined && { starting_after }) },
        caller,
      );
      seen.push(...page.data.map((one) => one.id));
      if (page.next_starting_after === null) break;
      starting_after = page.next_starting_after;
    }
    expect(new Set(seen).size).toBe(5);
    const unknown = links.call(listWebhookDeliveriesRpc, { id, limit: 2, starting_after: uuidv7() }, caller);
    expect(await refusal(unknown)).toBe('webhooks.starting_after_invalid');
  });

  it('keeps its newest deliveries, and says how many went unsent', async () => {
    const caller = await member();
    const { id } = await create(caller, newPath());
    await links.call(changeWebhookRpc, { id, is_active: false }, caller);
    await links.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source, state, created_at)
       SELECT gen_random_uuid(), $1, $2, 'link.created', gen_random_uuid(), now(), '{}', CASE WHEN n % 2 = 0 THEN 'pending' ELSE 'failed' END,
         now() - make_interval(secs => n) FROM generate_series(1, 10100) n`,
      [id, caller.workspace_id],
    );
    await links.service.get<WebhookKeeping>(WebhookKeeping).clean();
    const [row] = await links.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM webhook_deliveries WHERE webhook_id = $1',
      [id],
    );
    expect(row?.n).toBe(10_000);
    expect((await links.call(getWebhookRpc, { id }, caller)).dropped_count).toBe(50);
  });

  it('loses nothing of others to clicks, of which it keeps the newest that came of something and all that wait', async () => {
    const caller = await member();
    const { id } = await create(caller, newPath());
    await links.call(changeWebhookRpc, { id, is_active: false }, caller);
    const insert = (event: string, state: string, count: number, hoursAgo: number) =>
      links.query(
        `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source, state, created_at)
         SELECT gen_random_uuid(), $1, $2, $3, gen_random_uuid(), now(), '{}', $4, now() - make_interval(hours => $6::int, secs => n)
         FROM generate_series(1, $5::int) n`,
        [id, caller.workspace_id, event, state, count, hoursAgo],
      );
    await insert('link.created', 'pending', 20, 48);
    await insert('link.deleted', 'succeeded', 30, 48);
    await insert('link.clicked', 'pending', 100, 24);
    await insert('link.clicked', 'failed', 40, 20);
    await insert('link.clicked', 'succeeded', 12_000, 1);
    const keeping = links.service.get<WebhookKeeping>(WebhookKeeping);
    const kept = () =>
      links.query(
        `SELECT event, state, count(*)::int AS n, max(created_at) > now() - interval '62 minutes' AS newest
         FROM webhook_deliveries WHERE webhook_id = $1 GROUP BY event, state ORDER BY event, state`,
        [id],
      );
    const others = [
      { event: 'link.created', state: 'pending', n: 20, newest: false },
      { event: 'link.deleted', state: 'succeeded', n: 30, newest: false },
    ];
    const waiting = { event: 'link.clicked', state: 'pending', n: 100, newest: false };
    await Promise.all([keeping.clean(), keeping.clean()]);
    expect(await kept()).toEqual([
      waiting,
      { event: 'link.clicked', state: 'succeeded', n: 1_000, newest: true },
      ...others,
    ]);
    // Nor are they lost to others.
    await insert('link.updated', 'succeeded', 10_000, 0);
    await keeping.clean();
    expect(await kept()).toEqual([
      waiting,
      { event: 'link.clicked', state: 'succeeded', n: 1_000, newest: true },
      { event: 'link.updated', state: 'succeeded', n: 10_000, newest: true },
    ]);
    expect((await links.call(getWebhookRpc, { id }, caller)).dropped_count).toBe(20);
  });

  it('loses what is too much in portions, whatever of it is in other hands, and what is of no webhook', async () => {
    const caller = await member();
    const { id } = await create(caller, newPath());
    await links.call(changeWebhookRpc, { id, is_active: false }, caller);
    const gone = uuidv7();
    const insert = (webhook: string, count: number) =>
      links.query(
        `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source, created_at)
         SELECT gen_random_uuid(), $1, $2, 'link.created', gen_random_uuid(), now(), '{}', now() - make_interval(hours => 2, secs => n)
         FROM generate_series(1, $3::int) n`,
        [webhook, caller.workspace_id, count],
      );
    await insert(id, 32_000);
    await insert(gone, 12_000);
    const left = async (webhook: string) =>
      (await links.query('SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1', [webhook])).length;
    const keeping = links.service.get<WebhookKeeping>(WebhookKeeping);
    const cleaned = async () => {
      while ((await keeping.clean()) === 0);
    };
    await links.service.get<DataSource>(DataSource).transaction(async (manager) => {
      for (const webhook of [id, gone])
        await manager.query(
          'SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY created_at LIMIT 1 FOR UPDATE',
          [webhook],
        );
      await cleaned();
      expect([await left(id), await left(gone)]).toEqual([10_001, 1]);
    });
    await Promise.all([cleaned(), cleaned()]);
    expect([await left(id), await left(gone)]).toEqual([10_000, 0]);
    expect((await links.call(getWebhookRpc, { id }, caller)).dropped_count).toBe(22_000);
  });

  it('goes when the owner of the address comes into the account, and what they make later stays', async () => {
    const [caller, neighbour] = [await member(), await member()];
    const [former, mine] = [newPath(), newPath()];
    const { id } = await create(caller, former);
    await create(neighbour, newPath());
    const claimed = () =>
      links.publish(accountClaimed, {
        user_id: caller.workspace_id,
        workspace_id: caller.workspace_id,
        claimed_at: new Date(Date.now() - 50_000).toISOString(),
      });
    await claimed();
    const list = async (of: Caller) => (await links.call(listWebhooksRpc, {}, of)).data.map((one) => one.id);
    await eventually(async () => expect(await list(caller)).toEqual([]));
    const own = await create(caller, mine);
    await links.query("UPDATE webhooks SET created_at = now() + interval '1 minute' WHERE id = $1", [own.id]);
    await claimed();
    // Told after it, it is handled after it.
    await toPlan(caller.workspace_id, 'premium', 2);
    await links.create(caller);
    await got(mine, 1);
    await eventually(async () => {
      const told = await storedEvents(links.service, linksAuditRecorded, ({ target }) => target?.id === id);
      expect(told.map(({ data }) => [data.action, data.user_id])).toContainEqual([
        'webhook.deleted',
        caller.workspace_id,
      ]);
    });
    expect([await list(caller), (await list(neighbour)).length]).toEqual([[own.id], 1]);
    expect(receiver.at(former)).toEqual([]);
  });

  it('goes with its account, and nobody is told of the links that go', async () => {
    const caller = await member();
    const path = newPath();
    await create(caller, path, ['link.created', 'link.deleted']);
    await links.create(caller);
    await got(path, 1);
    const id = caller.workspace_id;
    await links.publish(userDeleted, {
      user_id: id,
      workspace_id: id,
      deleted_at: new Date().toISOString(),
      version: 2,
    });
    await eventually(
      async () => {
        for (const table of ['webhooks', 'webhook_deliveries', 'workspaces'])
          expect(await links.query(`SELECT 1 FROM ${table} WHERE workspace_id = $1`, [id])).toEqual([]);
      },
      { timeoutMs: 20_000 },
    );
    expect(receiver.at(path)).toHaveLength(1);
  });
});
