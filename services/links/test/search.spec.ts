import { beforeAll, describe, expect, it } from '@jest/globals';
import { AppLogger, type RunningService } from '@linkway/platform';
import { startService, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { ListService } from '../src/link/list.service.js';
import { SEARCHED, SearchIndexRepository } from '../src/link/search-index.repository.js';
import { wordsOf } from '../src/link/search-words.js';
import service from '../src/main.js';
import { uuidv7 } from './harness.js';

const AT_ONCE = 2_000;
const servers = useServers({ postgres: true, nats: true });
const database = (running: RunningService): DataSource => running.get<DataSource>(DataSource);

/** links on a database of its own, as a role that is no superuser and owns the database or not. */
async function startAs(role: string, owns: boolean, before = 'SELECT 1'): Promise<RunningService> {
  const admin = await new DataSource({ type: 'postgres', url: servers.postgres.url }).initialize();
  await admin.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER PASSWORD 'secret'`);
  await admin.query(`CREATE DATABASE ${role} ${owns ? `OWNER ${role}` : ''}`);
  await admin.destroy();
  const url = Object.assign(new URL(servers.postgres.url), { pathname: `/${role}` });
  const superuser = await new DataSource({ type: 'postgres', url: url.href }).initialize();
  if (!owns) await superuser.query(`GRANT ALL ON SCHEMA public TO ${role}`);
  await superuser.query(before);
  await superuser.destroy();
  const asRole = Object.assign(new URL(url), { username: role, password: 'secret' });
  return startService(service, { ...servers.env('links'), DATABASE_URL: asRole.href });
}

/** A few thousand at a time: a statement has ten seconds, on a busy machine too. */
async function fill(running: RunningService, workspace: string, titles: readonly string[]): Promise<void> {
  for (let from = 0; from < titles.length; from += AT_ONCE) {
    await database(running).query(
      `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, title, description,
         device_targeting, is_active, version, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $1, $1, 'https://example.com/' || place, 'h', 'code-' || place, title, '', '{}', true, 1,
         '2026-01-01'::timestamptz + place * interval '1 second', now()
       FROM (SELECT title, $3 + number AS place FROM unnest($2::text[]) WITH ORDINALITY AS given (title, number)) AS placed`,
      [workspace, titles.slice(from, from + AT_ONCE), from],
    );
  }
}

const search = async (running: RunningService, workspace: string, text: string) => {
  const query = { page: 1, limit: 100, sort: 'newest', search: text } as const;
  const { links, pagination } = await running
    .get<ListService>(ListService)
    .page({ workspaceId: workspace, domainIds: null }, query);
  return { titles: links.map(({ title }) => title), ...pagination };
};

describe('for a role that owns its database', () => {
  const workspace = uuidv7();
  const titles = [
    'Khuyến mãi hè',
    'KHUYẾN MÃI TẾT',
    'bánh mì',
    'ĂÂĐ 100%',
    'snake_case',
    'back\\slash',
    'plain',
    'Ünïcode',
    'Chiến dịch Đà Nẵng',
    // Its marks are characters of their own.
    'Hội nghị'.normalize('NFD'),
  ];
  let running: RunningService;

  beforeAll(async () => {
    running = await startAs('owner_of_links', true);
    await fill(running, workspace, titles);
  }, 60_000);

  it('searches have an index', async () => {
    const index = running.get<SearchIndexRepository>(SearchIndexRepository);
    expect(await Promise.all(['plain', 'ab'].map((word) => index.serves([word])))).toEqual([true, false]);
  });

  it('an index that was not built to its end is none', async () => {
    const admin = await new DataSource({
      type: 'postgres',
      url: Object.assign(new URL(servers.postgres.url), { pathname: '/owner_of_links' }).href,
    }).initialize();
    const mark = (valid: boolean) =>
      admin.query(`UPDATE pg_index SET indisvalid = ${valid} WHERE indexrelid = 'short_links_folded'::regclass`);
    const serves = () => new SearchIndexRepository(database(running), running.get(AppLogger)).serves(['plain']);
    await mark(false);
    expect(await serves()).toBe(false);
    await mark(true);
    expect(await serves()).toBe(true);
    await admin.destroy();
  });

  it.each([
    ['khuyến', ['KHUYẾN MÃI TẾT', 'Khuyến mãi hè']],
    ['MÃI tế', ['KHUYẾN MÃI TẾT']],
    ['Bánh Mì', ['bánh mì']],
    ['khuyen mai', ['KHUYẾN MÃI TẾT', 'Khuyến mãi hè']],
    ['tet   KHUYEN', ['KHUYẾN MÃI TẾT']],
    ['chien dich', ['Chiến dịch Đà Nẵng']],
    ['dich  da nang', ['Chiến dịch Đà Nẵng']],
    ['Đà', ['Chiến dịch Đà Nẵng']],
    ['chien dich he', []],
    ['hoi nghi', ['Hội nghị'.normalize('NFD')]],
    ['HỘI', ['Hội nghị'.normalize('NFD')]],
    ['unicode', ['Ünïcode']],
    ['code-1 mai he', ['Khuyến mãi hè']],
    ['ăâđ', ['ĂÂĐ 100%']],
    ['100%', ['ĂÂĐ 100%']],
    ['e_c', ['snake_case']],
    ['k\\s', ['back\\slash']],
    ['üNÏc', ['Ünïcode']],
    ['code-7', ['plain']],
    ['.com/7', ['plain']],
    // The end of one text and the beginning of the next.
    ['7https', []],
    ['code-7 https', ['plain']],
    ['code-7 mai', []],
  ])('"%s" is found as itself, with and without the index', async (text, expected) => {
    expect((await search(running, workspace, text)).titles).toEqual(expected);
    await database(running).transaction(async (manager) => {
      // So few links are read one after the other, if that is allowed.
      await manager.query('SET LOCAL enable_seqscan = off');
      await manager.query('SET LOCAL enable_indexscan = off');
      const words = wordsOf(text).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
      const all = words.map((_, n) => `${SEARCHED} LIKE links_folded($${n + 2})`).join(' AND ');
      const statement = `SELECT title FROM short_links WHERE workspace_id = $1 AND ${all} ORDER BY created_at DESC`;
      const values = [workspace, ...words];
      const plan = JSON.stringify(await manager.query(`EXPLAIN ${statement}`, values));
      expect(plan).toContain('short_links_folded');
      const found: { title: string }[] = await manager.query(statement, values);
      expect(found.map(({ title }) => title)).toEqual(expected);
    });
  });
});

describe('for a role that may not add extensions', () => {
  it('searches look at the newest links, until somebody adds the index', async () => {
    const running = await startAs('guest_of_links', false);
    const workspace = uuidv7();
    await fill(running, workspace, ['The oldest', ...Array.from({ length: 20_004 }, (_, n) => `Link ${n}`)]);
    const first = await search(running, workspace, 'oldest');
    expect(first).toMatchObject({
      titles: [],
      total: 0,
      total_is_least: true,
      next_starting_after: expect.any(String),
    });
    // One by its title, one by its code.
    expect(await search(running, workspace, 'link 20003')).toMatchObject({ titles: ['Link 20003', 'Link 20001'] });

    const superuser = new URL(servers.postgres.url);
    superuser.pathname = '/guest_of_links';
    const admin = await new DataSource({ type: 'postgres', url: superuser.href }).initialize();
    // As the README says.
    await admin.query('CREATE EXTENSION pg_trgm');
    await admin.query('CREATE EXTENSION btree_gin');
    await admin.query(`CREATE INDEX CONCURRENTLY short_links_folded ON short_links
      USING gin (tenant_id,
        (lower(short_code) || E'\\n' || links_folded(original_url) || E'\\n' || links_folded(title)) gin_trgm_ops)
      WITH (gin_pending_list_limit = 1024) WHERE workspace_id IS NOT NULL`);
    await admin.destroy();
    expect(await new SearchIndexRepository(database(running), running.get(AppLogger)).serves(['oldest'])).toBe(true);
  }, 60_000);
});

describe('where the extensions are out of sight', () => {
  it('searches look at the newest links', async () => {
    const elsewhere = 'CREATE SCHEMA elsewhere; CREATE EXTENSION pg_trgm SCHEMA elsewhere';
    const running = await startAs('blind_to_extensions', true, elsewhere);
    const workspace = uuidv7();
    await fill(running, workspace, ['One', 'Two']);
    expect(await running.get<SearchIndexRepository>(SearchIndexRepository).serves(['two'])).toBe(false);
    expect(await search(running, workspace, 'two')).toMatchObject({ titles: ['Two'], total: 1, total_is_least: false });
  }, 60_000);
});
