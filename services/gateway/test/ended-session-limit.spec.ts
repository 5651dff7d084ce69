import { expect, it } from '@jest/globals';
import { freshEmail, useWorld } from './support/world.js';

const LIMIT = 10;
const world = useWorld(() => ({ RATE_LIMIT_PER_MINUTE: String(LIMIT), TRUSTED_PROXIES: '127.0.0.1' }));
const at = (ip: string) => ({ 'x-forwarded-for': ip });
const OWNER = at('198.51.100.1');

it('a session that its owner has ended uses up nothing of what its owner may ask', async () => {
  const email = freshEmail();
  const stolen = world.browser();
  await stolen.register(email);
  expect((await stolen.get('/api/me', at('203.0.113.1'))).status).toBe(200);
  // A browser drops cookies that are refused; whoever took them does not.
  const cookie = [...stolen.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const owner = world.browser();
  expect((await owner.post('/api/auth/login', { email, password: 'secret-1' }, OWNER)).status).toBe(200);
  const { json } = await owner.get('/api/auth/csrf', OWNER);
  const headers = { ...OWNER, 'x-csrf-token': String(json.csrf_token) };
  expect((await owner.delete('/api/me/sessions', headers)).status).toBe(200);
  for (let number = 0; number < 3 * LIMIT; number += 1) {
    const { status } = await stolen.get('/api/me', { ...at(`203.0.113.${number + 2}`), cookie });
    expect(status).toBe(401);
  }
  expect((await owner.get('/api/me', OWNER)).status).toBe(200);
});
