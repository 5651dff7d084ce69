import { afterEach, describe, expect, it } from '@jest/globals';
import {
  addLanguageRpc,
  type Caller,
  changeLanguageRpc,
  contentAuditRecorded,
  deleteLanguageRpc,
  exportLanguageRpc,
  importLanguageRpc,
  languageTextsRpc,
  listAllLanguagesRpc,
  listLanguageTextsRpc,
  MAX_TEXTS_FILE_BYTES,
  offeredLanguagesRpc,
  type RpcContract,
  type RpcRequest,
  setLanguageTextRpc,
} from '@linkway/contracts';
import { AppError, RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { Language } from '../src/language/language.entity.js';
import service from '../src/main.js';

const servers = useServers({ postgres: true, nats: true });
const started: RunningService[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((running) => running.stop()));
});
async function start(database: string): Promise<RunningService> {
  const running = await service.start(servers.env(database, { NATS_USER: 'content' }));
  started.push(running);
  return running;
}

const by = { email: 'admin@example.com', full_name: 'Ada Admin' };
const member = {
  kind: 'session',
  user_id: '019a0000-0000-7000-8000-000000000001',
  workspace_id: '019a0000-0000-7000-8000-000000000001',
  session_id: '019a0000-0000-7000-8000-000000000002',
} as const;
const admin: Caller = { ...member, role: 'admin' };
const user: Caller = { ...member, role: 'user' };

const as = (caller: Caller | null) => ({
  call: <C extends RpcContract>(running: RunningService, contract: C, input: RpcRequest<C>) =>
    running.get<RpcClient>(RpcClient).call(contract, input, { caller, timeoutMs: 20_000 }),
});
const { call } = as(admin);
const open = as(null).call;
const french = async (running: RunningService, active = true) => {
  await call(running, addLanguageRpc, { code: 'fr', name: 'Français', by });
  if (active) await call(running, changeLanguageRpc, { code: 'fr', changes: { is_active: true }, by });
};
const imported = (
  running: RunningService,
  texts: object | string,
  more: { dry_run?: boolean; version?: number } = {},
) =>
  call(running, importLanguageRpc, {
    code: 'fr',
    file: typeof texts === 'string' ? texts : JSON.stringify(texts),
    dry_run: more.dry_run ?? false,
    version: more.version ?? null,
    by,
  });
const stateOf = async (running: RunningService, code = 'fr') =>
  (await call(running, listAllLanguagesRpc, {})).data.find((language) => language.code === code);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as AppError).code,
  );
const TEXTS = { errors: { languages: { file_invalid: 'Fichier invalide' } }, kit: { language: { label: 'Langue' } } };

describe('languages', () => {
  it('are the built-in ones, complete, and those that an administrator adds, of which pages are told once they are offered', async () => {
    const running = await start('add');
    const [en, vi, ...others] = (await call(running, listAllLanguagesRpc, {})).data;
    expect(others).toEqual([]);
    for (const language of [en, vi]) {
      expect(language).toMatchObject({
        built_in: true,
        is_active: true,
        version: 0,
        texts_unknown: 0,
        updated_at: null,
      });
      expect(language?.texts_translated).toBe(language?.texts_total);
      expect(language?.texts_total).toBeGreaterThan(1_000);
    }
    const added = await call(running, addLanguageRpc, { code: ' FR', name: ' Français ', by });
    expect(added).toMatchObject({
      code: 'fr',
      name: 'Français',
      built_in: false,
      is_active: false,
      texts_translated: 0,
    });
    // Whose answer got lost.
    expect(await call(running, addLanguageRpc, { code: 'fr', name: 'Français', by })).toEqual(added);
    expect(await open(running, offeredLanguagesRpc, {})).toEqual({ data: [] });
    expect(await codeOf(open(running, languageTextsRpc, { code: 'fr' }))).toBe('languages.not_found');
    await call(running, changeLanguageRpc, { code: 'fr', changes: { is_active: true }, by });
    const [offered] = (await open(running, offeredLanguagesRpc, {})).data;
    expect(offered).toMatchObject({ code: 'fr', name: 'Français', texts: expect.stringMatching(/^[\w-]{22}$/) });
    expect(await open(running, languageTextsRpc, { code: 'fr' })).toEqual({ texts: {}, state: offered?.texts });
    await call(running, deleteLanguageRpc, { code: 'fr', by });
    expect(await open(running, offeredLanguagesRpc, {})).toEqual({ data: [] });
    expect(await codeOf(call(running, deleteLanguageRpc, { code: 'fr', by }))).toBe('languages.not_found');
  });

  it.each([
    [{ code: '', name: 'Français' }, 'languages.fields_required'],
    [{ code: 'fr', name: '  ' }, 'languages.fields_required'],
    [{ code: 'français', name: 'Français' }, 'languages.code_invalid'],
    [{ code: 'ar', name: 'العربية' }, 'languages.direction_unsupported'],
    [{ code: 'EN', name: 'English' }, 'languages.code_taken'],
    [{ code: 'vi', name: 'Tiếng Việt' }, 'languages.code_taken'],
    [{ code: 'de', name: 'German' }, 'languages.code_taken'],
  ])('%j is refused with %s', async (sent, code) => {
    const running = await start('refused');
    await call(running, addLanguageRpc, { code: 'de', name: 'Deutsch', by });
    expect(await codeOf(call(running, addLanguageRpc, { ...sent, by }))).toBe(code);
  });

  it('that are built in are neither changed, nor filled, nor deleted', async () => {
    const running = await start('built_in');
    const place = { code: 'en', namespace: 'kit', key: 'language.label', text: 'x', by };
    for (const work of [
      call(running, changeLanguageRpc, { code: 'vi', changes: { is_active: false }, by }),
      call(running, deleteLanguageRpc, { code: 'en', by }),
      call(running, setLanguageTextRpc, place),
      call(running, importLanguageRpc, { code: 'en', file: '{}', dry_run: false, version: null, by }),
    ])
      expect(await codeOf(work)).toBe('languages.built_in');
    const { file } = await call(running, exportLanguageRpc, { code: 'vi' });
    expect(JSON.parse(file).errors.languages.file_invalid).toBe('File không hợp lệ');
  });

  it('are for administrators to change', async () => {
    const running = await start('permission');
    const asUser = as(user).call;
    for (const work of [
      asUser(running, listAllLanguagesRpc, {}),
      asUser(running, addLanguageRpc, { code: 'fr', name: 'Français', by }),
      asUser(running, importLanguageRpc, { code: 'fr', file: '{}', dry_run: true, version: null, by }),
      asUser(running, exportLanguageRpc, { code: 'en' }),
    ])
      expect(await codeOf(work)).toBe('auth.forbidden');
  });

  it('are as many as there may be, however many processes add them at once', async () => {
    const processes = [await start('many'), await start('many')] as const;
    const add = (code: string, n: number) =>
      codeOf(call(processes[n % 2 === 0 ? 0 : 1], addLanguageRpc, { code, name: code, by }));
    const codes = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n)).flatMap((letter) => [
      `fr-Q${letter}`,
      `fr-X${letter}`,
    ]);
    const known = async () => (await call(processes[0], listAllLanguagesRpc, {})).data.length - 2;
    const rest = codes.splice(44);
    for (let n = 0; n < codes.length; n += 4) await Promise.all(codes.slice(n, n + 4).map(add));
    expect(await known()).toBe(44);
    const outcomes = await Promise.all([...rest, 'de', 'it'].map(add));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome === 'languages.too_many')).toHaveLength(4);
    expect(await known()).toBe(50);
  });
});

describe('texts', () => {
  it('are imported, shown to pages, counted, and exported as they can be imported again', async () => {
    const running = await start('import');
    await french(running);
    const before = await stateOf(running);
    const [empty] = (await open(running, offeredLanguagesRpc, {})).data;
    const dry = await imported(running, TEXTS, { dry_run: true });
    expect(dry).toMatchObject({
      added: 2,
      changed: 0,
      removed: 0,
      unchanged: 0,
      unknown: [],
      refused: [],
      dry_run: true,
    });
    expect(await stateOf(running)).toEqual(before);
    const done = await imported(running, TEXTS, { version: dry.version });
    expect(done).toMatchObject({ added: 2, dry_run: false, version: dry.version + 1 });
    expect(await stateOf(running)).toMatchObject({ texts_translated: 2, version: done.version });
    const [offered] = (await open(running, offeredLanguagesRpc, {})).data;
    expect(offered?.texts).not.toBe(empty?.texts);
    expect(await open(running, languageTextsRpc, { code: 'fr' })).toEqual({
      texts: { errors: { 'languages.file_invalid': 'Fichier invalide' }, kit: { 'language.label': 'Langue' } },
      state: offered?.texts,
    });
    const { file } = await call(running, exportLanguageRpc, { code: 'fr' });
    expect(await imported(running, file)).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 2 });
    // The same once more, as its answer got lost, is no change and so no conflict.
    expect(await imported(running, TEXTS, { version: dry.version })).toMatchObject({
      unchanged: 2,
      version: done.version,
    });
    const next = await imported(running, { kit: { language: { label: 'La langue' } } });
    expect(next).toMatchObject({ added: 0, changed: 1, removed: 1, unchanged: 0 });
  });

  it('are all refused where one cannot be taken, which is told with its reason', async () => {
    const running = await start('bad');
    await french(running);
    await imported(running, TEXTS);
    const bad = { ...TEXTS, errors: { languages: { code_taken: 'Pris' } } };
    const [{ key, code }] = (await imported(running, bad, { dry_run: true })).refused as [
      { key: string; code: string },
    ];
    expect([key, code]).toEqual(['errors:languages.code_taken', 'languages.text_placeholders_differ']);
    const error = (await imported(running, bad).catch((thrown: unknown) => thrown)) as AppError;
    expect(error.code).toBe('languages.file_invalid');
    expect(error.errors).toMatchObject([{ field: key, code }]);
    for (const file of ['', 'no JSON', '[]', '{"kit":', '"x"'])
      expect(await codeOf(imported(running, file))).toBe('languages.file_invalid');
    expect(await stateOf(running)).toMatchObject({ texts_translated: 2, version: 3 });
  });

  it('that this release does not know are kept apart', async () => {
    const running = await start('unknown');
    await french(running);
    const texts = { ...TEXTS, gone: { title: 'Parti' }, kit: { ...TEXTS.kit, gone: 'Parti aussi' } };
    const { added, unknown } = await imported(running, texts);
    expect([added, unknown.sort()]).toEqual([4, ['gone:title', 'kit:gone']]);
    expect(await stateOf(running)).toMatchObject({ texts_translated: 2, texts_unknown: 2 });
    expect(Object.keys((await open(running, languageTextsRpc, { code: 'fr' })).texts)).toEqual(
      expect.not.arrayContaining(['gone']),
    );
    const page = { code: 'fr', page: 1, limit: 10, state: 'unknown' } as const;
    const { data, pagination } = await call(running, listLanguageTextsRpc, page);
    expect(pagination.total).toBe(2);
    expect(data[0]).toEqual({ namespace: 'gone', key: 'title', english: null, text: 'Parti', fault: null });
    await call(running, setLanguageTextRpc, { code: 'fr', namespace: 'gone', key: 'title', text: '', by });
    expect(await stateOf(running)).toMatchObject({ texts_unknown: 1 });
    const another = { code: 'fr', namespace: 'gone', key: 'other', text: 'x', by };
    expect(await codeOf(call(running, setLanguageTextRpc, another))).toBe('languages.text_unknown');
  });

  it('are found by page, part and state, and translated one by one', async () => {
    const running = await start('one');
    await french(running);
    await imported(running, TEXTS);
    const list = (more: object) =>
      call(running, listLanguageTextsRpc, { code: 'fr', page: 1, limit: 10, state: 'all', ...more });
    const { texts_total } = (await stateOf(running)) ?? { texts_total: 0 };
    expect((await list({})).pagination).toMatchObject({ total: texts_total });
    expect((await list({ state: 'missing' })).pagination.total).toBe(texts_total - 2);
    expect((await list({ state: 'translated', namespace: 'kit' })).data).toMatchObject([
      { key: 'language.label', text: 'Langue', english: 'Language' },
    ]);
    expect((await list({ search: 'FICHIER' })).data).toMatchObject([{ key: 'languages.file_invalid' }]);
    const place = { code: 'fr', namespace: 'errors', key: 'languages.code_taken', by };
    const set = (text: string) => call(running, setLanguageTextRpc, { ...place, text });
    expect(await codeOf(set('Pris'))).toBe('languages.text_placeholders_differ');
    expect(await codeOf(set('<b>{code}</b>'))).toBe('languages.text_tags_differ');
    expect(await set('{code} est pris')).toMatchObject({ text: '{code} est pris', fault: null });
    expect((await stateOf(running))?.texts_translated).toBe(3);
    expect(await set(' ')).toMatchObject({ text: null });
    expect((await stateOf(running))?.texts_translated).toBe(2);
  });

  it('are shown in English again once those do not fit any more', async () => {
    const running = await start('outdated');
    await french(running);
    const texts = { errors: { 'languages.code_taken': 'Pris' } };
    await running.get(DataSource).getRepository(Language).update({ code: 'fr' }, { texts, version: 9 });
    expect((await open(running, languageTextsRpc, { code: 'fr' })).texts).toEqual({});
    const page = { code: 'fr', page: 1, limit: 10, state: 'missing', search: 'languages.code_taken' } as const;
    expect((await call(running, listLanguageTextsRpc, page)).data).toMatchObject([
      { text: 'Pris', fault: 'languages.text_placeholders_differ' },
    ]);
  });

  it('of two imports at once, in two processes, are those of one, and the other is told', async () => {
    const [one, other] = [await start('race'), await start('race')];
    await french(one);
    const { version } = await imported(one, TEXTS, { dry_run: true });
    const outcomes = await Promise.all([
      codeOf(imported(one, { kit: { language: { label: 'Langue' } } }, { version })),
      codeOf(imported(other, { kit: { language: { label: 'Idiome' } } }, { version })),
    ]);
    expect(outcomes.sort()).toEqual(['done', 'languages.changed_meanwhile']);
    const texts = await Promise.all([one, other].map((running) => open(running, languageTextsRpc, { code: 'fr' })));
    expect(texts[0]).toEqual(texts[1]);
    const edits = Array.from({ length: 8 }, (_, n) =>
      call(n % 2 ? one : other, setLanguageTextRpc, {
        code: 'fr',
        namespace: 'errors',
        key:
          ['languages.file_invalid', 'languages.fields_required', 'languages.built_in', 'languages.not_found'][n % 4] ??
          '',
        text: `Texte ${n}`,
        by,
      }),
    );
    await Promise.all(edits);
    expect((await stateOf(one))?.texts_translated).toBe(5);
  });

  it('are as many as one message holds, one by one and by a file, and so can always be read', async () => {
    const running = await start('large');
    await french(running);
    const rows = await call(running, listLanguageTextsRpc, { code: 'fr', page: 1, limit: 100, state: 'all' });
    const plain = rows.data.filter(({ english }) => english !== null && !/[{<$]/.test(english)).slice(0, 60);
    const long = 'ế'.repeat(5_000);
    const outcomes: string[] = [];
    for (const { namespace, key } of plain)
      outcomes.push(await codeOf(call(running, setLanguageTextRpc, { code: 'fr', namespace, key, text: long, by })));
    expect(new Set(outcomes)).toEqual(new Set(['done', 'languages.texts_too_large']));
    const done = outcomes.filter((outcome) => outcome === 'done').length;
    expect((await stateOf(running))?.texts_translated).toBe(done);
    const { texts } = await open(running, languageTextsRpc, { code: 'fr' });
    expect(Object.values(texts).flatMap((byKey) => Object.values(byKey))).toHaveLength(done);
    const { file } = await call(running, exportLanguageRpc, { code: 'fr' });
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(MAX_TEXTS_FILE_BYTES);
    expect(await imported(running, file)).toMatchObject({ changed: 0, unchanged: done });
    // Whatever is shorter than before is taken, and so is the way back.
    const [first, second] = plain as [(typeof plain)[0], (typeof plain)[0]];
    const set = ({ namespace, key }: typeof first, text: string) =>
      codeOf(call(running, setLanguageTextRpc, { code: 'fr', namespace, key, text, by }));
    expect(await set(first, '')).toBe('done');
    expect(await set(second, 'court')).toBe('done');
    // Of a former release there may be more than that.
    const all = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`gone${n}`, long]));
    const { namespace, key } = second;
    const kept = { gone: all, [namespace]: { [key]: 'assez court' } };
    await running.get(DataSource).getRepository(Language).update({ code: 'fr' }, { texts: kept, version: 999 });
    expect(await set(second, 'plus long que cela')).toBe('languages.texts_too_large');
    expect(await set(second, 'court')).toBe('done');
    // A quote takes four bytes of a message, two of a file.
    const quotes = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`gone${n}`, '"'.repeat(5_000)]));
    for (const dry_run of [true, false])
      expect(await codeOf(imported(running, { kit: quotes }, { dry_run }))).toBe('languages.texts_too_large');
  });

  it('are told to the audit log, each change once and none that is none', async () => {
    const running = await start('audit');
    // What other tests have told is still there: none of them adds this one.
    const code = 'pt';
    await call(running, addLanguageRpc, { code, name: 'Português', by });
    await call(running, changeLanguageRpc, { code, changes: { is_active: true }, by });
    await call(running, changeLanguageRpc, { code, changes: { is_active: true }, by });
    const file = JSON.stringify(TEXTS);
    for (const dry_run of [true, false, false]) {
      await call(running, importLanguageRpc, { code, file, dry_run, version: null, by });
    }
    const place = { namespace: 'kit', key: 'language.label' };
    await call(running, setLanguageTextRpc, { code, ...place, text: 'Idioma', by });
    await call(running, deleteLanguageRpc, { code, by });
    const told = () => storedEvents(running, contentAuditRecorded, ({ target }) => target?.id === code);
    await eventually(async () =>
      expect((await told()).map(({ data }) => data.action)).toEqual([
        'language.added',
        'language.changed',
        'language.texts_imported',
        'language.text_changed',
        'language.deleted',
      ]),
    );
    const [added, changed, texts, text] = (await told()).map(({ data }) => data);
    expect(added).toMatchObject({
      module: 'languages',
      user_id: member.user_id,
      user_email: by.email,
      target: { kind: 'language', id: code, name: 'Português' },
    });
    expect(changed?.details).toEqual({ changed: 'is_active', enabled: true });
    expect(texts?.details).toEqual({ texts_added: 2, texts_changed: 0, texts_removed: 0 });
    expect(text?.details).toEqual({ text: 'kit:language.label' });
  });
});

describe('the content service', () => {
  it('migrates to what the entities say', async () => {
    const source = (await start('schema')).get(DataSource);
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query).filter((query) => query.includes('"languages"'))).toEqual([]);
  });

  it('is ready only with PostgreSQL', async () => {
    const running = await start('health');
    expect((await fetch(`${running.adminUrl}/readyz`)).status).toBe(200);
    await servers.postgres.stop();
    try {
      await eventually(async () => expect((await fetch(`${running.adminUrl}/readyz`)).status).toBe(503));
    } finally {
      await servers.postgres.start();
    }
    await eventually(async () => expect((await open(running, offeredLanguagesRpc, {})).data).toEqual([]));
  });
});
