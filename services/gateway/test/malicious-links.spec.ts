import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { useWorld, type World } from './support/world.js';

const world = useWorld(() => ({ TRUSTED_PROXIES: '127.0.0.1' }));

/** As of one report, however many they came in. */
const together = (told: World['identity']['malicious']) =>
  [...new Set(told.map(({ user_id }) => user_id))].map((user_id) => {
    const ofOne = told.filter((one) => one.user_id === user_id);
    return { ...ofOne.at(-1), refused: ofOne.reduce((sum, { refused }) => sum + refused, 0) };
  });

it('tells the security centre who wants links by schemes that mean harm, which are refused before any service hears of them', async () => {
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const device_id = randomBytes(16).toString('hex');
  const asGuest = (url: string, ip: string) =>
    world.browser().send('POST', '/api/guest/links', { url, device_id }, from(ip));
  const browser = await world.signedIn();
  const { json: me } = await browser.get('/api/me');
  const refused = [
    await asGuest('javascript:alert(1)', '198.51.100.1'),
    await asGuest(' data:text/html,<b>', '198.51.100.1'),
    await asGuest('example.com:8080', '198.51.100.1'),
    await asGuest('mailto:an@example.com', '198.51.100.1'),
    await asGuest('javascript:alert(1)', '127.0.0.1'),
    await browser.send('POST', '/api/links', { url: 'file:///etc/passwd' }, from('198.51.100.2')),
    await browser.send(
      'PUT',
      '/api/links/01900000-0000-7000-8000-000000000001',
      { device_targeting: { mobile: 'javascript:a', desktop: 'javascript:b' } },
      from('198.51.100.3'),
    ),
  ];
  for (const { status, json } of refused)
    expect([status, json.errors]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ code: 'links.url_invalid' })]),
    ]);
  // Who is not signed in is told so before.
  const nobody = await world.browser().send('POST', '/api/links', { url: 'javascript:a' }, from('198.51.100.4'));
  expect([401, 403]).toContain(nobody.status);
  await eventually(
    () =>
      expect(together(world.identity.malicious)).toEqual([
        { user_id: null, ip_address: '198.51.100.1', refused: 2 },
        { user_id: me.id, ip_address: '198.51.100.3', refused: 2 },
      ]),
    { timeoutMs: 30_000 },
  );
}, 90_000);
