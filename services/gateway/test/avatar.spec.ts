import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_AVATAR_BYTES } from '@linkway/contracts';
import { eventually } from '@linkway/platform/testkit';
import { Transformer } from '@napi-rs/image';
import type { Browser } from './support/browser.js';
import { colourAt, emptyPng, halves, withExif } from './support/pictures.js';
import { useWorld } from './support/world.js';

const world = useWorld();
const PLACE = 'N21.02850 E105.85420';
const put = (browser: Browser, body: Uint8Array, type: string, headers: Record<string, string> = {}) =>
  browser.send('PUT', '/api/me/avatar', body, { 'content-type': type, ...headers });

let png: Buffer;
beforeAll(async () => {
  png = await halves(800, 600).png();
});

describe('a picture', () => {
  it.each([
    ['image/jpeg', () => halves(800, 600).jpeg(90)],
    ['image/png', () => halves(800, 600).png()],
    ['image/webp', () => halves(800, 600).webp(90)],
  ])('as %s becomes a small square, which everybody may keep', async (type, make) => {
    const browser = await world.signedIn();
    const answer = await put(browser, await make(), type);
    expect(answer.status).toBe(200);
    const url = String(answer.json.avatar_url);
    expect(url).toMatch(/^\/api\/avatars\/[\w-]{22}$/);
    expect((await browser.get('/api/me')).json.avatar_url).toBe(url);

    const shown = await world.browser().get(url);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="avatar.webp"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(await new Transformer(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect([await colourAt(shown.bytes, 0.1, 0.5), await colourAt(shown.bytes, 0.9, 0.5)]).toEqual(['red', 'blue']);
  });

  it('stands upright, tells nothing of where it was taken, and a small one is not blown up', async () => {
    const browser = await world.signedIn();
    // Turned by a quarter: what was on the left is at the top.
    const held = withExif(await halves(120, 80).jpeg(95), 6, PLACE);
    expect(held.includes(PLACE)).toBe(true);
    const { json } = await put(browser, held, 'image/jpeg');
    const { bytes } = await browser.get(String(json.avatar_url));
    expect(await new Transformer(bytes).metadata()).toMatchObject({ width: 80, height: 80 });
    expect([await colourAt(bytes, 0.5, 0.1), await colourAt(bytes, 0.5, 0.9)]).toEqual(['red', 'blue']);
    expect(bytes.includes(PLACE)).toBe(false);
  });

  it('has another address than the one before, and none once it is deleted', async () => {
    const browser = await world.signedIn();
    const first = String((await put(browser, png, 'image/png')).json.avatar_url);
    const second = String((await put(browser, png, 'image/png')).json.avatar_url);
    expect(second).not.toBe(first);
    for (let time = 1; time <= 2; time += 1) expect((await browser.delete('/api/me/avatar')).status).toBe(204);
    expect((await browser.get('/api/me')).json.avatar_url).toBeNull();
    const gone = await browser.get(second);
    expect([gone.status, gone.json.code, gone.headers.get('cache-control')]).toEqual([
      404,
      'avatar.not_found',
      'no-store',
    ]);
  });

  it.each(['x', '..%2f..%2fetc', 'a'.repeat(22), `${'a'.repeat(22)}b`])('is none at %s', async (key) => {
    const answer = await world.browser().get(`/api/avatars/${key}`);
    expect([answer.status, answer.json.code]).toEqual([404, 'avatar.not_found']);
  });
});

describe('what is no picture', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    ['a page', bytes('<!doctype html><script>alert(1)</script>'), 'image/png', 415, 'avatar.type_unsupported'],
    ['a drawing', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 415, 'avatar.type_unsupported'],
    ['another kind of picture', bytes('GIF89a\x01\0\x01\0'), 'image/png', 415, 'avatar.type_unsupported'],
    ['nothing', bytes(''), 'image/png', 415, 'avatar.type_unsupported'],
    ['the begin of one', bytes('\x89PNG\r\n\x1a\n'), 'image/png', 400, 'avatar.unreadable'],
    ['one without a size', bytes('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpeg', 400, 'avatar.unreadable'],
    ['a broken one', emptyPng(400, 400, 10), 'image/png', 400, 'avatar.unreadable'],
    ['one that unfolds to gigabytes', emptyPng(50_000, 50_000, 10), 'image/png', 400, 'avatar.too_many_pixels'],
  ])('%s is refused', async (_name, file, type, status, code) => {
    const browser = await world.signedIn();
    const answer = await put(browser, file, type);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect((await browser.get('/api/me')).json.avatar_url ?? null).toBeNull();
  });

  it.each([
    'image/gif',
    'image/svg+xml',
    'text/html',
    'application/json',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('a file that says to be %s is refused, whatever it is', async (type) => {
    const answer = await put(await world.signedIn(), png, type, { 'accept-language': 'vi' });
    expect([answer.status, answer.json.code]).toEqual([415, 'avatar.type_unsupported']);
    expect(answer.json.detail).toBe('Định dạng này không được hỗ trợ. Vui lòng chọn ảnh JPG, PNG hoặc WebP.');
  });

  it('a picture that says to be packed is refused, as it is not unpacked', async () => {
    const answer = await put(await world.signedIn(), png, 'image/png', { 'content-encoding': 'gzip' });
    expect([answer.status, answer.json.code]).toEqual([415, 'avatar.type_unsupported']);
  });

  it('is no body of another operation', async () => {
    const browser = await world.signedIn();
    const answer = await browser.post('/api/links', png, { 'content-type': 'image/png' });
    expect([answer.status, answer.json.code]).toEqual([415, 'request.unsupported_media_type']);
  });
});

describe('a file', () => {
  const large = () => Buffer.concat([png, Buffer.alloc(MAX_AVATAR_BYTES + 1 - png.length)]);

  it('of 5 MB is taken, and no more, whether its length is told or not', async () => {
    const browser = await world.signedIn();
    const largest = large().subarray(0, MAX_AVATAR_BYTES);
    expect((await put(browser, largest, 'image/png')).status).toBe(200);
    const told = await put(browser, large(), 'image/png');
    expect([told.status, told.json.code]).toEqual([413, 'avatar.too_large']);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const init = {
      method: 'PUT',
      headers: { cookie, 'content-type': 'image/png' },
      body: new Blob([new Uint8Array(large())]).stream(),
      duplex: 'half' as const,
    };
    const untold = await fetch(`${world.url}/api/me/avatar`, init);
    expect([untold.status, ((await untold.json()) as { code: string }).code]).toEqual([413, 'avatar.too_large']);
  });

  it('of nobody is refused before it has come', async () => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.write(
      `PUT /api/me/avatar HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: image/png\r\ncontent-length: 1000000\r\n\r\n`,
    );
    expect(await answer).toMatch(/^HTTP\/1\.1 401 [^]*"auth\.unauthenticated"/);
    socket.destroy();
  });

  it('that does not come gives its place to others', async () => {
    const browser = await world.signedIn();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { hostname, port } = new URL(world.url);
    const head = `PUT /api/me/avatar HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\ncontent-type: image/png\r\ncontent-length: 1000\r\n\r\nx`;
    const held = [1, 2].map(() => connect(Number(port), hostname).on('error', () => undefined));
    for (const socket of held) socket.write(head);
    // Two are what one caller may send at once.
    await eventually(async () => {
      const third = await put(browser, png, 'image/png');
      expect([third.status, third.json.code]).toEqual([503, 'service.busy']);
    });
    const other = await world.signedIn();
    expect((await put(other, png, 'image/png')).status).toBe(200);
    for (const socket of held) socket.destroy();
    await eventually(async () => (await put(browser, png, 'image/png')).status === 200);
  }, 60_000);

  it('is taken twenty times in ten minutes from one account', async () => {
    const browser = await world.signedIn();
    const small = await halves(8, 8).png();
    for (let time = 1; time <= 20; time += 1) expect((await put(browser, small, 'image/png')).status).toBe(200);
    const answer = await put(browser, small, 'image/png');
    expect([answer.status, answer.json.code]).toEqual([429, 'request.rate_limited']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await browser.get('/api/me')).status).toBe(200);
    expect((await put(await world.signedIn(), small, 'image/png')).status).toBe(200);
  });
});
