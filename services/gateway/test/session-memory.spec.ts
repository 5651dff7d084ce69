import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { Browser } from './support/browser.js';
import { useWorld } from './support/world.js';

const SIGNATURE = 'linkway_session_signature';
const world = useWorld(() => ({ SESSION_UNSIGNED: 'refuse' }));
let second: RunningService;
beforeAll(async () => {
  second = await world.another();
}, 60_000);

/** The same browser, by way of another process. */
function by(gateway: RunningService, browser: Browser): Browser {
  const other = new Browser(gateway.httpUrl ?? '');
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

describe('with two gateways', () => {
  it('each remembers a session for longer than five seconds, and refuses it within a second of its end anywhere', async () => {
    const browser = await world.signedIn();
    const other = by(second, browser);
    for (const each of [browser, other]) expect((await each.get('/api/me')).status).toBe(200);
    const asked = world.identity.lookups;
    // Longer than what is believed without hearing.
    await delay(5_200);
    for (const each of [browser, other]) expect((await each.get('/api/me')).status).toBe(200);
    expect(world.identity.lookups).toBe(asked);
    await world.identity.revoke(browser.sessionToken());
    const refused = async (each: Browser) => (await each.get('/api/me')).status === 401;
    await eventually(async () => (await refused(by(second, browser))) && refused(by(second, other)), {
      timeoutMs: 1_000,
    });
  }, 30_000);

  it('a sign-out at one ends it at the other', async () => {
    const browser = await world.signedIn();
    const other = by(second, browser);
    expect((await other.get('/api/me')).status).toBe(200);
    expect((await browser.post('/api/auth/logout')).status).toBe(204);
    await eventually(async () => (await by(second, other).get('/api/me')).status === 401, { timeoutMs: 1_000 });
    expect(browser.cookies.has(SIGNATURE)).toBe(false);
  });
});

describe('the signature of a session', () => {
  it('keeps made-up and altered tokens from everybody', async () => {
    const browser = await world.signedIn();
    const token = browser.sessionToken();
    const signature = browser.cookies.get(SIGNATURE) ?? '';
    // As the former release reads it, which runs beside this one.
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const before = world.identity.lookups;
    const made = () => randomBytes(32).toString('base64url');
    for (const [sent, signed] of [
      [made(), ''],
      [made(), made()],
      [made(), signature],
      [token, ''],
      [token, made()],
      [token, signature.slice(1)],
    ]) {
      const cookie = `linkway_session=${sent}; ${SIGNATURE}=${signed}`;
      expect((await world.browser().get('/api/me', { cookie })).status).toBe(401);
    }
    expect(world.identity.lookups).toBe(before);
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  it('is believed by the secret before, and made anew', async () => {
    const browser = await world.signedIn();
    const changed = await world.another({
      SESSION_SIGNING_SECRET: 'a newer one',
      SESSION_SIGNING_SECRET_PREVIOUS: 'another test secret',
    });
    const only = await world.another({ SESSION_SIGNING_SECRET: 'a newer one' });
    const before = by(changed, browser);
    expect((await by(only, browser).get('/api/me')).status).toBe(401);
    expect((await before.get('/api/me')).status).toBe(200);
    expect(before.cookies.get(SIGNATURE)).not.toBe(browser.cookies.get(SIGNATURE));
    expect((await by(only, before).get('/api/me')).status).toBe(200);
    const again = await by(only, before).get('/api/me');
    expect(again.headers.getSetCookie()).toEqual([]);
    await Promise.all([changed.stop(), only.stop()]);
  }, 30_000);
});

describe('beside the former release', () => {
  it('whoever signed in there goes on, with a signature from then on, also in place of one for another session', async () => {
    const accepting = await world.another({ SESSION_UNSIGNED: 'accept' });
    const [one, two] = [await world.signedIn(), await world.signedIn()];
    const former = by(accepting, two);
    // Signed in at a gateway of the former release, which sets the token alone.
    former.cookies.set(SIGNATURE, one.cookies.get(SIGNATURE) ?? '');
    const unsigned = by(accepting, two);
    unsigned.cookies.delete(SIGNATURE);
    for (const browser of [former, unsigned]) {
      expect((await by(second, browser).get('/api/me')).status).toBe(401);
      expect((await browser.get('/api/me')).status).toBe(200);
      expect(browser.cookies.get(SIGNATURE)).toBe(two.cookies.get(SIGNATURE));
      expect((await by(second, browser).get('/api/me')).status).toBe(200);
    }
    // A cookie that is no session gets none.
    const cookie = `linkway_session=${randomBytes(32).toString('base64url')}`;
    const made = await new Browser(accepting.httpUrl ?? '').get('/api/me', { cookie });
    expect(made.status).toBe(401);
    expect(made.headers.getSetCookie().join()).not.toMatch(/signature=[^;]/);
    await accepting.stop();
  }, 30_000);
});
