import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_TEXTS_FILE_BYTES, TEXTS_FILE_TYPE } from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, startService } from '@linkway/platform/testkit';
import type { Browser } from './support/browser.js';
import { ContentResponder, content, STATE } from './support/content.js';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld();
const AT = '/api/admin/languages';
const french = { code: 'fr', name: 'Français', texts: STATE };
const builtIn = [
  { code: 'en', name: 'English', built_in: true, texts: null },
  { code: 'vi', name: 'Tiếng Việt', built_in: true, texts: null },
];
let service: RunningService;
let responder: ContentResponder;

const startContent = async (): Promise<void> => {
  service = await startService(content, world.servers.env('content'));
  responder = service.get(ContentResponder);
};
beforeAll(startContent);
afterAll(() => service.stop());
beforeEach(() => {
  responder.told.length = 0;
});

async function administrator(): Promise<Browser> {
  const browser = world.browser();
  const email = freshEmail();
  await browser.register(email);
  const account = world.identity.users.get(email);
  if (account) account.user.role = 'admin';
  await browser.takeCsrfToken();
  return browser;
}

describe('languages for pages', () => {
  it('are the built-in ones and those that were added, within seconds at every gateway, and kept for as long', async () => {
    const other = (await world.another()).httpUrl ?? '';
    const guest = world.browser();
    const first = await guest.get('/api/languages');
    expect(first.json).toEqual({ data: builtIn });
    expect(first.headers.get('cache-control')).toBe('public, max-age=5');
    const etag = first.headers.get('etag') ?? '';
    const same = await guest.get('/api/languages', { 'if-none-match': etag });
    expect([same.status, same.text]).toEqual([304, '']);
    responder.offered = [french];
    for (const browser of [guest, guest.at(other)]) {
      await eventually(async () =>
        expect((await browser.get('/api/languages')).json).toEqual({
          data: [...builtIn, { ...french, built_in: false }],
        }),
      );
    }
    expect((await guest.get('/api/languages', { 'if-none-match': etag })).status).toBe(200);
    const before = responder.asked;
    await Promise.all(Array.from({ length: 20 }, () => guest.get('/api/languages')));
    expect(responder.asked - before).toBeLessThan(3);
  });

  it('have texts that are kept for a year under the name of their state, and under no other', async () => {
    responder.offered = [french];
    responder.texts = { kit: { 'language.label': 'Langue' } };
    const guest = world.browser();
    const { json, headers } = await guest.get(`/api/languages/fr/${STATE}`);
    expect(json).toEqual({ texts: responder.texts });
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const former = await guest.get(`/api/languages/fr/${'B'.repeat(22)}`);
    expect(former.json).toEqual({ texts: responder.texts });
    expect(former.headers.get('cache-control')).toBe('no-store');
    const unknown = await guest.get(`/api/languages/de/${STATE}`);
    expect([unknown.status, unknown.json.code]).toEqual([404, 'languages.not_found']);
    for (const path of ['fr/short', `..%2Fadmin/${STATE}`, `__proto__/${STATE}`])
      expect((await guest.get(`/api/languages/${path}`)).status).toBe(404);
  });

  it('are told as they were last while the content service is away, and always the built-in ones', async () => {
    responder.offered = [french];
    const guest = world.browser();
    await eventually(async () => expect((await guest.get('/api/languages')).text).toContain('Français'));
    await service.stop();
    try {
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      const answer = await guest.get('/api/languages');
      expect([answer.status, answer.text.includes('Français')]).toEqual([200, true]);
      const fresh = (await world.another()).httpUrl ?? '';
      expect((await guest.at(fresh).get('/api/languages')).json).toEqual({ data: builtIn });
      expect((await guest.get(`/api/languages/fr/${STATE}`)).status).toBe(503);
    } finally {
      await startContent();
    }
  });
});

describe('the administration of languages', () => {
  it('is for administrators alone, and for pages of this site', async () => {
    const body = { code: 'fr', name: 'Français' };
    const user = await world.signedIn();
    expect((await user.post(AT, body)).status).toBe(403);
    expect((await world.browser().post(AT, body)).status).toBe(401);
    const admin = await administrator();
    admin.dropCsrfToken();
    expect((await admin.post(AT, body)).json.code).toBe('request.csrf_invalid');
    expect(responder.told).toEqual([]);
  });

  it('tells the service who it is that changes them', async () => {
    const admin = await administrator();
    const by = { email: expect.stringContaining('@example.com'), full_name: 'Ada L.' };
    expect((await admin.post(AT, { code: 'fr', name: 'Français' })).status).toBe(201);
    expect((await admin.patch(`${AT}/fr`, { is_active: true })).status).toBe(200);
    const text = { namespace: 'kit', key: 'language.label', text: 'Langue' };
    expect((await admin.put(`${AT}/fr/texts`, text)).json).toMatchObject(text);
    expect((await admin.delete(`${AT}/fr`)).status).toBe(204);
    expect(responder.told).toEqual([
      { code: 'fr', name: 'Français', by },
      { code: 'fr', changes: { is_active: true }, by },
      { code: 'fr', ...text, by },
      { code: 'fr', by },
    ]);
    expect((await admin.post(AT, { code: 'fr', name: 'F', texts: {} })).json.code).toBe('request.invalid');
  });

  it('takes files of JSON, as they are, and hands them out', async () => {
    const admin = await administrator();
    const send = (file: unknown, query = '', type = TEXTS_FILE_TYPE) =>
      admin.send('PUT', `${AT}/fr/file${query}`, file, { 'content-type': type });
    expect((await send('{"kit":{}}', '?dry_run=true')).json).toMatchObject({ dry_run: true });
    await send('{"kit":{"a":"é"}}', '?version=7');
    expect(responder.told).toMatchObject([
      { code: 'fr', file: '{"kit":{}}', dry_run: true, version: null },
      { code: 'fr', file: '{"kit":{"a":"é"}}', dry_run: false, version: 7 },
    ]);
    const { text, headers } = await admin.get(`${AT}/fr/file`);
    expect(text).toBe('{"kit":{}}\n');
    expect(headers.get('content-disposition')).toBe('attachment; filename="linkway-fr.json"');
    expect(headers.get('content-type')).toContain('application/json');
  });

  it('takes twenty files in ten minutes, of which those that are only looked at are none, as they have a bound of their own', async () => {
    const admin = await administrator();
    const send = async (query = '', type = TEXTS_FILE_TYPE) =>
      (await admin.send('PUT', `${AT}/fr/file${query}`, '{"kit":{}}', { 'content-type': type })).status;
    const times = async (number: number, query?: string, type?: string) => {
      const statuses = new Set<number>();
      for (let time = 1; time <= number; time += 1) statuses.add(await send(query, type));
      return [...statuses];
    };
    expect(await times(30, '?dry_run=true')).toEqual([200]);
    // Refused before it was read: nothing is kept of it either.
    expect(await times(30, '', 'image/png')).toEqual([415]);
    expect([await send('?dry_run=true'), await send('', 'image/png')]).toEqual([429, 429]);
    expect(await times(20)).toEqual([200]);
    expect(await send('?dry_run=false')).toBe(429);
    expect(responder.told).toHaveLength(50);
    expect(
      (
        await (
          await administrator()
        ).send('PUT', `${AT}/fr/file?dry_run=true`, '{}', { 'content-type': TEXTS_FILE_TYPE })
      ).status,
    ).toBe(200);
  }, 60_000);

  it.each([
    ['another type', '{}', 'image/png', 415, 'languages.file_type_unsupported'],
    ['JSON as other requests have it', '{}', 'application/json', 415, 'languages.file_type_unsupported'],
    ['what is too large', ' '.repeat(MAX_TEXTS_FILE_BYTES + 1), TEXTS_FILE_TYPE, 413, 'languages.file_too_large'],
    [
      'what is too large for a message',
      `{"kit":{"a":"${'\\"'.repeat(250_000)}"}}`,
      TEXTS_FILE_TYPE,
      413,
      'languages.file_too_large',
    ],
    ['marks that are no JSON', '\u0001'.repeat(200_000), TEXTS_FILE_TYPE, 413, 'languages.file_too_large'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d]), TEXTS_FILE_TYPE, 400, 'languages.file_invalid'],
  ])('refuses %s', async (_what, file, type, status, code) => {
    const answer = await (await administrator())
      .send('PUT', `${AT}/fr/file`, file, { 'content-type': type, 'accept-language': 'vi' })
      .catch(() => null);
    // A connection that is closed over what is too large may take the answer with it.
    if (answer === null) expect(code).toBe('languages.file_too_large');
    else expect([answer.status, answer.json.code]).toEqual([status, code]);
    if (code === 'languages.file_invalid') expect(answer?.json.detail).toBe('File không hợp lệ');
    expect(responder.told).toEqual([]);
  });
});
