import { expect, it } from '@jest/globals';
import { type EventData, securityChanged } from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { clicksOn, type Redirect, startRedirect, temporaryFolder } from './harness.js';

const servers = useServers({ postgres: true, nats: true });

const policy = (
  version: number,
  blocked: EventData<typeof securityChanged>['blocked'],
): EventData<typeof securityChanged> => ({
  policy_id: '01995000-0000-7000-8000-000000000001',
  version,
  rate_limit_enabled: true,
  requests_per_minute: 60,
  min_password_length: 6,
  session_timeout: 720,
  admin_two_factor_required: false,
  ip_whitelist_enabled: false,
  ip_whitelist: [],
  blocked,
});
const from = (redirect: Redirect, code: string, ip: string, language = 'en') =>
  redirect.visit(`/${code}`, { headers: { 'x-forwarded-for': ip, 'accept-language': language } });

it('an address is blocked within a second, at a process that begins without identity too, until its time is over', async () => {
  const settings = { TRUSTED_PROXIES: '127.0.0.1', CLICK_LOG_DIR: temporaryFolder() };
  const first = await startRedirect(servers, settings);
  const { code } = await first.create();
  const status = async (redirect: Redirect, ip: string) => (await from(redirect, code, ip)).status;
  await eventually(async () => expect(await status(first, '198.51.100.9')).toBe(302));
  await eventually(async () => expect((await clicksOn(servers)).clicks).toHaveLength(1));

  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  await first.publish(securityChanged, policy(2, [{ address: '198.51.100.0/24', expires_at }]));
  await eventually(async () => expect(await status(first, '198.51.100.9')).toBe(403), { timeoutMs: 1_000 });
  expect(await status(first, '198.51.101.9')).toBe(302);
  const page = await from(first, code, '198.51.100.9', 'vi');
  expect([page.headers['cache-control'], page.body]).toEqual([
    'private, no-store',
    expect.stringContaining('Địa chỉ mạng của bạn đã bị chặn'),
  ]);
  const form = await first.visit(`/${code}`, { form: 'password=x', headers: { 'x-forwarded-for': '198.51.100.9' } });
  expect(form.status).toBe(403);
  await first.running.stop();

  const second = await startRedirect(servers, settings);
  expect(await status(second, '198.51.100.9')).toBe(403);
  const soon = new Date(Date.now() + 1_500).toISOString();
  await second.publish(securityChanged, policy(3, [{ address: '198.51.100.9', expires_at: soon }]));
  await eventually(async () => expect(await status(second, '198.51.100.8')).toBe(302), { timeoutMs: 1_000 });
  await eventually(async () => expect(await status(second, '198.51.100.9')).toBe(302), { timeoutMs: 4_000 });
  await second.publish(securityChanged, policy(4, [{ address: '198.51.100.9', expires_at: null }]));
  await eventually(async () => expect(await status(second, '198.51.100.9')).toBe(403), { timeoutMs: 1_000 });
  // What comes late changes nothing.
  await second.publish(securityChanged, policy(3, []));
  await second.publish(securityChanged, policy(5, []));
  await eventually(async () => expect(await status(second, '198.51.100.9')).toBe(302), { timeoutMs: 1_000 });
});
