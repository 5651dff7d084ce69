import { expect, it } from '@jest/globals';
import type { Deployment } from '@linkway/contracts';
import { Health } from '@linkway/platform';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld(() => ({ PUBLIC_URL: 'https://go.example.vn', COOKIE_SECURE: 'false' }));
const AT = '/api/admin/deployment';

async function administrator() {
  const browser = world.browser();
  const email = freshEmail();
  await browser.register(email);
  const account = world.identity.users.get(email);
  if (account) account.user.role = 'admin';
  return browser;
}

it('looks at each service at that moment, and tells who does not answer', async () => {
  const browser = await administrator();
  const look = async () => (await browser.get(AT)).json as Deployment;
  const of = ({ services }: Deployment, name: string) => services.find((service) => service.name === name);
  const now = await look();
  expect(now.services.map(({ name, state }) => [name, state])).toEqual([
    ['gateway', 'ready'],
    ['identity', 'ready'],
    ['links', 'ready'],
    ['redirect', 'ready'],
    ['analytics', 'ready'],
    ['domains', 'ready'],
    // Nobody has started it here.
    ['content', 'away'],
  ]);
  expect(now.ready).toBe(false);
  expect(of(now, 'links')?.checks).toContainEqual({ name: 'nats', state: 'ok', message: null });
  world.services.links.get<Health>(Health).register('postgres', () => {
    throw new Error('connect ECONNREFUSED');
  });
  expect(of(await look(), 'links')).toMatchObject({
    state: 'not_ready',
    checks: [{ name: 'postgres', state: 'failed', message: 'connect ECONNREFUSED' }, { name: 'nats' }],
  });
});

it('tells what is set up', async () => {
  const { checklist, public_url, main_domain } = (await (await administrator()).get(AT)).json as Deployment;
  expect([public_url, main_domain]).toEqual(['https://go.example.vn', '127.0.0.1:8080']);
  expect(Object.fromEntries(checklist.map(({ key, done }) => [key, done]))).toEqual({
    services: false,
    https: false,
    public_url: true,
    domain: true,
    mail: false,
    two_factor: false,
    google: false,
  });
  expect(checklist.filter(({ optional }) => optional).map(({ key }) => key)).toEqual(['google']);
});

it('is for administrators alone', async () => {
  const browser = await world.signedIn();
  expect((await browser.get(AT)).json).toMatchObject({ status: 403, code: 'auth.forbidden' });
  expect((await world.browser().get(AT)).status).toBe(401);
});
