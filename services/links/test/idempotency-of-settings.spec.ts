import { describe, expect, it } from '@jest/globals';
import {
  createUtmTemplateRpc,
  createWebhookRpc,
  deleteUtmTemplateRpc,
  deleteWebhookRpc,
  linksAuditRecorded,
  listUtmTemplatesRpc,
  listWebhooksRpc,
  permissionsOfImpersonator,
  rotateWebhookSecretRpc,
} from '@linkway/contracts';
import { storedEvents } from '@linkway/platform/testkit';
import { callerOf, eventually, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks({ ENCRYPTION_KEY: 'a key for tests, of many characters' });
type Caller = ReturnType<typeof callerOf>;

async function premium(): Promise<Caller> {
  const caller = await links.workspace(100);
  await links.query(`UPDATE workspaces SET subscription_type = 'premium' WHERE workspace_id = $1`, [
    caller.workspace_id,
  ]);
  return caller;
}
const HOOK = { url: 'https://hooks.example.com/secret-path', description: 'CI', events: ['link.created'] };
const hook = (caller: Caller, idempotency_key: string | null, over: object = {}) =>
  links.call(createWebhookRpc, { ...HOOK, ...over, idempotency_key }, caller);
const hooks = async (caller: Caller) => (await links.call(listWebhooksRpc, {}, caller)).data;
const template = (caller: Caller, idempotency_key: string | null, over: object = {}) =>
  links.call(createUtmTemplateRpc, { name: 'Spring', utm_source: 'news', ...over, idempotency_key }, caller);
const templates = async (caller: Caller) => (await links.call(listUtmTemplatesRpc, {}, caller)).data;

describe('the Idempotency-Key of a webhook', () => {
  it('gives the first answer with its secret again, also when that was replaced or the webhook is gone', async () => {
    const caller = await premium();
    const first = await hook(caller, 'key');
    expect(await hook(caller, 'key')).toEqual(first);
    await links.call(rotateWebhookSecretRpc, { id: first.id }, caller);
    expect(await hook(caller, 'key')).toEqual(first);
    await links.call(deleteWebhookRpc, { id: first.id }, caller);
    expect(await hook(caller, 'key')).toEqual(first);
    expect(await hooks(caller)).toEqual([]);
  });

  it('makes one of many at once, of which the audit log is told once', async () => {
    const caller = await premium();
    const answers = await Promise.all(Array.from({ length: 10 }, () => hook(caller, 'race')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await hooks(caller)).toHaveLength(1);
    await eventually(async () => {
      const acts = await storedEvents(links.service, linksAuditRecorded, ({ target }) => target?.id === answers[0]?.id);
      expect(acts.map(({ data }) => data.action)).toEqual(['webhook.created']);
    });
  });

  it('keeps no secret that could be read', async () => {
    const caller = await premium();
    const { secret } = await hook(caller, 'kept');
    const [row] = await links.query<{ text: string }>(
      'SELECT k::text AS text FROM idempotency_keys k WHERE scope = $1',
      [`workspace:${caller.workspace_id}`],
    );
    expect(row?.text).toContain('sealed_secret');
    const told = secret.slice(secret.indexOf('_') + 1);
    expect(row?.text).not.toContain(told);
    expect(row?.text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 30));
  });

  it('is refused for another webhook, and without one each request makes its own', async () => {
    const caller = await premium();
    const first = await hook(caller, 'key');
    for (const over of [{ url: 'https://hooks.example.com/other' }, { events: ['link.deleted'] }, { bot_clicks: true }])
      expect(await refusal(hook(caller, 'key', over))).toBe('request.idempotency_mismatch');
    const { id } = await hook(caller, null);
    // As a gateway of the former release asks.
    const former = await links.call(createWebhookRpc, HOOK, caller);
    expect(new Set([first.id, id, former.id]).size).toBe(3);
    expect(await hooks(caller)).toHaveLength(3);
  });

  it('is free again after a refusal, and tells nothing to an administrator who acts as the user', async () => {
    const caller = await links.workspace(100);
    expect(await refusal(hook(caller, 'key'))).toBe('webhooks.premium_required');
    await links.query(`UPDATE workspaces SET subscription_type = 'premium' WHERE workspace_id = $1`, [
      caller.workspace_id,
    ]);
    await hook(caller, 'key');
    const acting = callerOf(caller.workspace_id, {
      impersonator_id: uuidv7(),
      permissions: [...permissionsOfImpersonator],
    });
    expect(await refusal(hook(acting, 'key'))).toBe('auth.impersonation_forbidden');
  });
});

describe('the Idempotency-Key of a template of campaign parameters', () => {
  it('gives the first answer again, also when the template is gone', async () => {
    const caller = callerOf();
    const first = await template(caller, 'key');
    expect(await template(caller, 'key')).toEqual(first);
    await links.call(deleteUtmTemplateRpc, { id: first.id }, caller);
    expect(await template(caller, 'key')).toEqual(first);
    expect(await templates(caller)).toEqual([]);
  });

  it('makes one of many at once', async () => {
    const caller = callerOf();
    const answers = await Promise.all(Array.from({ length: 10 }, () => template(caller, 'race')));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await templates(caller)).toHaveLength(1);
  });

  it('is refused for another template, and free again after a refusal', async () => {
    const caller = callerOf();
    expect(await refusal(template(caller, 'key', { utm_source: '' }))).toBe('utm_templates.empty');
    await template(caller, 'key');
    for (const over of [{ name: 'Summer' }, { utm_source: 'zalo' }])
      expect(await refusal(template(caller, 'key', over))).toBe('request.idempotency_mismatch');
    expect(await refusal(template(caller, null, { utm_source: 'zalo' }))).toBe('utm_templates.name_taken');
  });
});
