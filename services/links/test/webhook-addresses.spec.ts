import { describe, expect, it } from '@jest/globals';
import { createWebhookRpc, testWebhookRpc, userRegistered } from '@linkway/contracts';
import { callerOf, eventually, refused, useLinks } from './harness.js';
import { useReceiver } from './receiver.js';

/** As in production. */
const links = useLinks({ ENCRYPTION_KEY: 'a key for tests, of many characters' });
const receiver = useReceiver();

async function member() {
  const caller = callerOf();
  const id = caller.workspace_id;
  const account = { role: 'user', subscription_type: 'premium', monthly_links_limit: 5_000, version: 1 } as const;
  await links.publish(userRegistered, { user_id: id, workspace_id: id, ...account });
  await eventually(async () =>
    expect(await links.query('SELECT 1 FROM workspaces WHERE workspace_id = $1', [id])).toHaveLength(1),
  );
  return caller;
}

describe('a webhook', () => {
  it('leads to no private address', async () => {
    const caller = await member();
    const fault = async (url: string) => {
      const call = links.call(createWebhookRpc, { url, description: '', events: ['link.created'] }, caller);
      return (await refused(call))?.errors?.[0]?.code ?? 'none';
    };
    for (const url of ['https://127.0.0.1/', 'https://localhost/', 'https://[::ffff:10.0.0.1]/', 'https://receiver/'])
      expect([url, await fault(url)]).toEqual([url, 'webhooks.url_private']);
    for (const url of ['http://example.com/', 'https://example.com:8443/'])
      expect([url, await fault(url)]).toEqual([url, 'webhooks.url_invalid']);
  });

  it('whose address became private is not sent anything', async () => {
    const caller = await member();
    const { id } = await links.call(
      createWebhookRpc,
      { url: 'https://hooks.example.com/', description: '', events: ['link.created'] },
      caller,
    );
    for (const [url, error] of [
      [receiver.url('/private'), 'address_refused'],
      ['https://127.0.0.1/', 'address_private'],
      ['https://localhost/', 'address_private'],
    ]) {
      await links.query('UPDATE webhooks SET url = $2 WHERE id = $1', [id, url]);
      expect(await links.call(testWebhookRpc, { id }, caller)).toMatchObject({ state: 'failed', error });
    }
    expect(receiver.at('/private')).toEqual([]);
  });
});
