import { expect, it } from '@jest/globals';
import { type Caller, createLinkRpc, updateLinkRpc } from '@linkway/contracts';
import { RpcClient, withCallContext } from '@linkway/platform';
import { callerOf, eventually, maliciousTogether, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks();

it('who wants links that mean harm is told to the security centre, each refusal once, for the account or the network', async () => {
  const caller = callerOf();
  const { user_id, workspace_id } = caller;
  const key: Caller = {
    kind: 'api_key',
    user_id,
    workspace_id,
    api_key_id: uuidv7(),
    role: 'user',
    permissions: ['links:write'],
  };
  const from = (ip: string, work: () => Promise<unknown>) =>
    withCallContext(uuidv7(), null, () => refusal(work()), null, ip);
  const create = (url: string, by: Caller) => () =>
    links.neighbours
      .get<RpcClient>(RpcClient)
      .call(createLinkRpc, { link: { url }, idempotency_key: 'again' }, { caller: by, timeoutMs: 30_000 });
  expect(await from('198.51.100.1', create('http://10.0.0.1/', caller))).toBe('links.url_private');
  // Tried again it is refused again.
  expect(await from('198.51.100.2', create('http://10.0.0.1/', caller))).toBe('links.url_private');
  expect(await from('198.51.100.3', create('https://bank.example@evil.example/', key))).toBe('links.url_credentials');
  const { id } = await links.create(caller);
  const update = (url: string) => () => links.call(updateLinkRpc, { id, changes: { url } }, caller);
  expect(await from('198.51.100.4', update('https://go.example:8443/x'))).toBe('links.url_loop');
  expect(await from('198.51.100.5', create('https://word/', caller))).toBe('links.url_incomplete');
  const targets = { mobile: 'http://192.168.0.1/', desktop: 'http://10.0.0.1/' };
  expect(
    await refusal(links.create(callerOf(uuidv7(), { impersonator_id: user_id }), { device_targeting: targets })),
  ).toBe('links.url_private');

  const guest = (url: string, ip: string) => refusal(links.createGuest({ url }, { ip }));
  expect(await guest('http://169.254.169.254/latest', '2001:db8:1:2::1')).toBe('links.url_private');
  expect(await guest('http://localhost:3000/', '2001:db8:1:2::2')).toBe('links.url_private');
  expect(await guest('https://word/', '2001:db8:1:2::2')).toBe('links.url_incomplete');
  expect(await guest('http://localhost:3000/', '127.0.0.1')).toBe('links.url_private');

  await eventually(
    () =>
      expect(maliciousTogether()).toEqual([
        { user_id, ip_address: '198.51.100.4', refused: 5 },
        { user_id: null, ip_address: '2001:db8:1:2::2', refused: 2 },
      ]),
    { timeoutMs: 30_000 },
  );
}, 90_000);
