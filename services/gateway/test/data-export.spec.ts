import { afterEach, describe, expect, it } from '@jest/globals';
import { exportedTables } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { unzip } from '@linkway/platform/testkit/unzip';
import type { Browser } from './support/browser.js';
import { useWorld } from './support/world.js';

const world = useWorld();
const AT = '/api/me/export';
const PROOF = { current_password: 'secret-1' };
const lists = () => Object.values(world.exports);
const names = Object.values(exportedTables).flatMap((tables) =>
  Object.keys(tables).map((table) => table.replaceAll('_', '-')),
);

afterEach(() => {
  for (const list of lists()) {
    Object.assign(list, { counts: {}, breaksAt: {}, cells: {}, isOther: false, refusing: 0, asked: 0, callers: [] });
    list.wait = async () => {};
  }
  Object.assign(world.exports.identity, { begun: [], language: null, avatar: null, refusal: null });
  world.exports.identity.waitToBegin = async () => {};
});

/** As it comes, for who reads it or does not. */
async function open(browser: Browser, signal?: AbortSignal): Promise<Response> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { json } = await browser.get('/api/auth/csrf');
  return fetch(`${world.url}${AT}`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': String(json.csrf_token), 'content-type': 'application/json' },
    body: JSON.stringify(PROOF),
    ...(signal && { signal }),
  });
}

describe('an export of one’s own data', () => {
  it('is an archive with every list as CSV and as JSON, each row in it once', async () => {
    const browser = await world.signedIn();
    world.exports.identity.avatar = Buffer.from('a picture');
    Object.assign(world.exports.identity.counts, { sessions: 1 });
    Object.assign(world.exports.links.counts, { links: 2_500 });
    Object.assign(world.exports.analytics.counts, { clicks: 20_000 });
    const { status, headers, bytes } = await browser.post(AT, PROOF);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="linkway-data-\d{4}-\d\d-\d\d\.zip"$/);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    const files = await unzip(bytes);
    const text = (name: string) => files.get(name)?.toString() ?? '';
    expect([...files.keys()].sort()).toEqual(
      [
        'README.txt',
        'avatar.webp',
        'profile.json',
        'settings.json',
        ...names.flatMap((n) => [`${n}.csv`, `${n}.json`]),
      ].sort(),
    );
    for (const name of [...files.keys()].filter((one) => one !== 'README.txt'))
      expect(text('README.txt')).toContain(name);
    expect(text('README.txt')).toContain('Account: ada@example.com');
    expect(JSON.parse(text('profile.json'))).toMatchObject({ email: 'ada@example.com', full_name: '=Ada' });
    expect(text('avatar.webp')).toBe('a picture');
    const clicks = JSON.parse(text('clicks.json')) as Record<string, string>[];
    expect(clicks.map(({ id }) => id)).toEqual(Array.from({ length: 20_000 }, (_, row) => `id ${row}`));
    expect(Object.keys(clicks[0] ?? {})).toEqual(exportedTables.analytics.clicks);
    const lines = text('clicks.csv').trimEnd().split('\r\n');
    expect(lines).toHaveLength(20_001);
    expect(lines[0]).toBe(`\u{feff}${exportedTables.analytics.clicks.join(',')}`);
    expect(lines[20_000]?.startsWith('id 19999,clicked_at 19999,')).toBe(true);
    expect(JSON.parse(text('links.json'))).toHaveLength(2_500);
    expect(JSON.parse(text('mails.json'))).toEqual([]);
    // Asked on behalf of the caller and of nobody else.
    const [{ userId } = { userId: '' }] = world.exports.identity.begun;
    for (const { callers } of lists()) expect(new Set(callers)).toEqual(new Set([userId]));
  }, 120_000);

  it('is read rightly from services of another release, and no cell is a formula', async () => {
    const browser = await world.signedIn();
    world.exports.links.isOther = true;
    world.exports.links.counts = { links: 1 };
    world.exports.links.cells = {
      title: '=cmd|calc',
      has_password: true,
      expires_at: null,
      device_targeting: { mobile: 'x' },
    };
    const files = await unzip((await browser.post(AT, PROOF)).bytes);
    expect(JSON.parse(String(files.get('links.json')))).toEqual([
      expect.objectContaining({
        id: 'id 0',
        title: '=cmd|calc',
        has_password: true,
        device_targeting: { mobile: 'x' },
      }),
    ]);
    const csv = String(files.get('links.csv'));
    expect(csv).toContain(",'=cmd|calc,");
    expect(csv).toContain(',"{""mobile"":""x""}",');
    expect(csv).not.toContain('of_another_release');
  });

  it('says what its files are in the language of the account, else of the request', async () => {
    const browser = await world.signedIn();
    const readme = async (headers = {}) =>
      String((await unzip((await browser.post(AT, PROOF, headers)).bytes)).get('README.txt'));
    expect(await readme({ 'accept-language': 'vi' })).toContain('Dữ liệu của bạn');
    world.exports.identity.language = 'en';
    expect(await readme({ 'accept-language': 'vi' })).toContain('Your data at Linkway');
  });

  it('takes the password, from a session and with a CSRF token, and is refused as identity says', async () => {
    const browser = await world.signedIn();
    const wrong = await browser.post(AT, { current_password: 'another' });
    expect([wrong.status, wrong.json.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'current_password', code: 'auth.current_password_wrong' })],
    ]);
    expect((await browser.post(AT, {})).status).toBe(400);
    expect((await world.browser().post(AT, PROOF)).status).toBe(401);
    expect((await world.browser().post(AT, PROOF, { authorization: 'Bearer lw_live_x' })).status).toBe(401);
    world.exports.identity.refusal = new AppError(
      'data_export.too_often',
      { retry_after: 90 },
      { retryAfterSeconds: 90 },
    );
    const often = await browser.post(AT, PROOF);
    expect([often.status, often.json.code, often.headers.get('retry-after')]).toEqual([
      429,
      'data_export.too_often',
      '90',
    ]);
    browser.dropCsrfToken();
    expect((await browser.post(AT, PROOF)).json.code).toBe('request.csrf_invalid');
    expect(world.exports.identity.begun).toEqual([]);
  });

  it('asks again where a service is away for a moment', async () => {
    const browser = await world.signedIn();
    world.exports.links.refusing = 2;
    world.exports.links.counts = { links: 3 };
    const files = await unzip((await browser.post(AT, PROOF)).bytes);
    expect(JSON.parse(String(files.get('links.json')))).toHaveLength(3);
  });

  it('breaks off where the rest cannot be had, is never taken for whole, and gives its place back', async () => {
    const browser = await world.signedIn();
    world.exports.analytics.counts = { clicks: 20_000 };
    world.exports.analytics.breaksAt = { clicks: 10_000 };
    await expect(browser.post(AT, PROOF)).rejects.toThrow();
    const response = await open(browser);
    const taken: Uint8Array[] = [];
    await expect(
      (async () => {
        for await (const chunk of response.body ?? []) taken.push(chunk);
      })(),
    ).rejects.toThrow();
    await expect(unzip(Buffer.concat(taken))).rejects.toThrow();
    world.exports.analytics.breaksAt = {};
    expect((await browser.post(AT, PROOF)).status).toBe(200);
  });

  it('is read no faster than its reader takes it, and ends with who goes away', async () => {
    const browser = await world.signedIn();
    world.exports.analytics.counts = { clicks: 3_000_000 };
    const gone = new AbortController();
    const response = await open(browser, gone.signal);
    expect(response.status).toBe(200);
    const { analytics } = world.exports;
    // Nothing is taken: what is asked for ends with what fits between.
    let before = -1;
    await eventually(async () => {
      const { asked } = analytics;
      const isStill = asked === before;
      before = asked;
      expect(isStill && asked > 0).toBe(true);
    });
    expect(analytics.asked).toBeLessThan(1_500_000);
    expect((await browser.post(AT, PROOF)).json.code).toBe('data_export.under_way');
    gone.abort();
    analytics.counts = { clicks: 10 };
    await eventually(async () => expect((await browser.post(AT, PROOF)).status).toBe(200));
  });

  it('holds no place for who has gone before it began', async () => {
    const browser = await world.signedIn();
    const { identity } = world.exports;
    const goOn = Promise.withResolvers<void>();
    identity.waitToBegin = () => goOn.promise;
    const gone = new AbortController();
    const outcome = open(browser, gone.signal).catch(() => 'gone');
    await eventually(async () => expect(identity.begun).toHaveLength(1));
    expect((await browser.post(AT, PROOF)).json.code).toBe('data_export.under_way');
    gone.abort();
    expect(await outcome).toBe('gone');
    goOn.resolve();
    await eventually(async () => expect((await browser.post(AT, PROOF)).status).toBe(200));
    expect(identity.begun).toHaveLength(2);
  });

  it('ends with its session at once, also while a service is being waited for', async () => {
    const browser = await world.signedIn();
    world.exports.analytics.counts = { clicks: 100_000 };
    const taken = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    world.exports.analytics.wait = async () => {
      taken.resolve();
      await goOn.promise;
    };
    const response = await open(browser);
    const outcome = response.arrayBuffer().then(
      () => 'whole',
      () => 'cut',
    );
    await taken.promise;
    expect((await browser.post('/api/auth/logout')).status).toBe(204);
    expect(await outcome).toBe('cut');
    goOn.resolve();
  });

  it('has four places at most in a process, whoever comes', async () => {
    const goOn = Promise.withResolvers<void>();
    world.exports.analytics.wait = () => goOn.promise;
    const browsers = await Promise.all(Array.from({ length: 5 }, () => world.signedIn()));
    const running = await Promise.all(browsers.slice(0, 4).map((browser) => open(browser)));
    const refused = await browsers[4]?.post(AT, PROOF);
    expect([refused?.status, refused?.json.code, Number(refused?.headers.get('retry-after'))]).toEqual([
      503,
      'service.busy',
      60,
    ]);
    // It is no question to identity, so it uses up nothing.
    expect(world.exports.identity.begun).toHaveLength(4);
    goOn.resolve();
    for (const response of running)
      expect((await unzip(Buffer.from(await response.arrayBuffer()))).size).toBeGreaterThan(3);
    expect((await browsers[4]?.post(AT, PROOF))?.status).toBe(200);
  });
});
