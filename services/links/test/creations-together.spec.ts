import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { deleteLinkRpc, getQuotaRpc } from '@linkway/contracts';
import { CONFIG, Outbox, withDeadline } from '@linkway/platform';
import { sentStatements } from '@linkway/platform/testkit';
import pg from 'pg';
import { CodeService } from '../src/code/code.service.js';
import type { LinksConfig } from '../src/config.js';
import { CreationRepository } from '../src/link/creation.repository.js';
import { CreationsTogether } from '../src/link/creations.together.js';
import { LinkCreation } from '../src/link/link.creation.js';
import { LinkPreparation } from '../src/link/link.preparation.js';
import { callerOf, eventually, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
afterEach(() => void jest.restoreAllMocks());

type Member = ReturnType<typeof callerOf>;
interface Asked {
  caller: Member;
  /** That it wants. */
  code?: string;
  title?: string;
  password?: string;
  key?: string;
  waitsMs?: number;
}

const PATIENT_MS = 20_000;
const ask = ({ caller, code, title = 'One', password, key, waitsMs = PATIENT_MS }: Asked) =>
  withDeadline(performance.now() + waitsMs, () =>
    links.service
      .get<LinkCreation>(LinkCreation)
      .forUser({ url: 'https://example.com/', custom_code: code, title, password }, key ?? null, caller as never),
  );

/** Asks for all at once, in the service itself; `alone`: how many statements made one, `many`: what each got that made several. */
async function askAll(all: readonly Asked[]) {
  let outcomes: string[] = [];
  const sent = await sentStatements(async () => {
    outcomes = await Promise.all(all.map((one) => refusal(ask(one)).catch(() => 'failed')));
  });
  const named = (test: RegExp) => sent.filter(({ name }) => name && test.test(name));
  const many = named(/^links-create-many$/).map(({ values }) => String(values[0]));
  return { outcomes, alone: named(/^links-create(-once)?$/).length, many };
}

const members = (count: number): Member[] => Array.from({ length: count }, () => callerOf());
const none = (count: number): string[] => Array<string>(count).fill('none');
const titlesOf = async ({ workspace_id }: Member): Promise<string[]> => {
  const rows = await links.query<{ title: string }>('SELECT title FROM short_links WHERE workspace_id = $1', [
    workspace_id,
  ]);
  return rows.map(({ title }) => title).sort();
};
const usedBy = async ({ workspace_id }: Member) => {
  const [row] = await links.query<{ month: number; changes: number; codes: number; keys: number }>(
    `SELECT (SELECT sum(used) FROM quota_usage WHERE workspace_id = $1)::integer AS month,
       (SELECT sum(used) FROM change_usage WHERE key = $1::text)::integer AS changes,
       (SELECT count(*) FROM codes WHERE workspace_id = $1 AND is_live)::integer AS codes,
       (SELECT count(*) FROM idempotency_keys WHERE scope = 'workspace:' || $1::text)::integer AS keys`,
    [workspace_id],
  );
  return row;
};

/** The creations that ask for codes as numbers `which` get this one first, and then one that is free. */
function triesFirst(code: string, ...which: number[]): void {
  const codes = links.service.get<CodeService>(CodeService);
  const { candidates } = codes;
  let asked = 0;
  jest.spyOn(codes, 'candidates').mockImplementation((custom) => {
    asked += 1;
    return which.includes(asked) ? [code, `Free${uuidv7().slice(-6)}`] : candidates.call(codes, custom);
  });
}

/**
 * So many creations come in one moment. One goes alone, that of `lead` or else whoever comes first; the others are in one statement.
 * Answers when the first is there.
 */
function comeTogether(count: number, lead?: Member): Promise<void> {
  const creations = links.service.get<CreationsTogether>(CreationsTogether);
  const { create } = creations;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  let come = 0;
  jest.spyOn(creations, 'create').mockImplementation(async (creation) => {
    come += 1;
    first.resolve();
    if (come === count) resolve();
    await all;
    // A turn later than the one that leads.
    if (lead && creation.link.workspace_id !== lead.workspace_id) await Promise.resolve();
    return create.call(creations, creation);
  });
  return first.promise;
}

/** An hour that ends in the middle would let more through. */
const whileTheHourLasts = () =>
  eventually(() => expect(Date.now() % 3_600_000).toBeLessThan(3_590_000), { timeoutMs: 15_000 });

it('are few statements, and each is counted, kept and told as if it were alone', async () => {
  const callers = members(12);
  const all = callers.flatMap((caller, n) =>
    [1, 2, 3].map((m) => ({ caller, title: `${n}/${m}`, ...(m === 3 ? {} : { key: `key-${m}` }) })),
  );
  const { outcomes, alone, many } = await askAll(all);
  expect(outcomes).toEqual(none(36));
  expect(alone + many.length).toBeLessThan(12);
  expect(many.length).toBeGreaterThan(0);
  for (const rows of many) {
    const given: { link: { id: string }; aggregate: string }[] = JSON.parse(rows);
    for (const { link, aggregate } of given) expect(aggregate).toBe(link.id);
    expect(given.length).toBeLessThanOrEqual(32);
  }
  for (const [n, caller] of callers.entries()) {
    expect(await titlesOf(caller)).toEqual([`${n}/1`, `${n}/2`, `${n}/3`]);
    expect(await usedBy(caller)).toEqual({ month: 3, changes: 3, codes: 3, keys: 2 });
  }
  const told = () =>
    links.events.filter(({ data }) => callers.some((c) => c.workspace_id === data.route?.workspace_id));
  await eventually(() => expect(told()).toHaveLength(36));
  for (const { data } of told()) {
    expect(data).toMatchObject({ route: { version: 1, workspace_id: data.link.workspace_id }, link: { title: /\d/ } });
  }
});

it('are told in the name of whoever asked for each', async () => {
  const callers = members(8);
  await Promise.all(callers.map((caller) => links.create(caller)));
  const told = () =>
    links.events.filter(({ data }) => callers.some((c) => c.workspace_id === data.route?.workspace_id));
  await eventually(() => expect(told()).toHaveLength(8));
  const sessions = new Map(callers.map(({ workspace_id, session_id }) => [workspace_id, session_id]));
  for (const { actor, data } of told()) {
    const { workspace_id } = data.route;
    expect(actor).toEqual({ kind: 'session', user_id: workspace_id, workspace_id, id: sessions.get(workspace_id) });
  }
});

it('that go alone in their turn are told in the name of whoever asked, not of whoever went before', async () => {
  for (let pairs = 0; pairs < 5; pairs += 1) {
    const callers = members(2);
    const made = await Promise.all(callers.map((caller) => links.create(caller)));
    for (const [n, { id }] of made.entries()) {
      await eventually(() => expect(links.eventsOf(id)).toHaveLength(1));
      expect(links.eventsOf(id)[0]?.actor).toMatchObject({ id: callers[n]?.session_id });
    }
  }
});

it('of one workspace stop exactly at its limit, with those of others beside them', async () => {
  const limited = await links.workspace(5);
  const others = members(6);
  const { outcomes } = await askAll([
    ...others.map((caller) => ({ caller })),
    ...Array.from({ length: 9 }, (_, n) => ({ caller: limited, title: `${n}`, key: `key-${n}` })),
  ]);
  expect(outcomes.slice(0, 6)).toEqual(none(6));
  expect(outcomes.slice(6).sort()).toEqual([...Array<string>(4).fill('links.monthly_limit'), ...none(5)]);
  expect(await usedBy(limited)).toEqual({ month: 5, changes: 5, codes: 5, keys: 5 });
  expect(await links.call(getQuotaRpc, {}, limited)).toMatchObject({ total_links: 5, monthly_links_used: 5 });
});

it('that fill a month to the last link go together; whoever was refused is alone from then on', async () => {
  const limited = await links.workspace(4);
  const others = members(8).map((caller) => ({ caller }));
  const filling = Array.from({ length: 4 }, () => ({ caller: limited }));
  const filled = await askAll([...others, ...filling]);
  expect(filled.outcomes).toEqual(none(12));
  expect(filled.many.join()).toContain(limited.workspace_id);
  const over = await askAll([...others, { caller: limited }]);
  expect(over.outcomes).toEqual([...none(8), 'links.monthly_limit']);
  const later = await askAll([...others, { caller: limited }]);
  expect(later.outcomes).toEqual([...none(8), 'links.monthly_limit']);
  expect(later.many.length).toBeGreaterThan(0);
  expect(later.many.join()).not.toContain(limited.workspace_id);
  expect(await usedBy(limited)).toMatchObject({ month: 4, changes: 4, codes: 4 });
});

it('of one workspace stop exactly at its changes of an hour', async () => {
  await whileTheHourLasts();
  const busy = callerOf();
  await ask({ caller: busy });
  const { CHANGES_PER_HOUR } = links.service.get<LinksConfig>(CONFIG);
  const left = 'UPDATE change_usage SET used = $2 WHERE key = $1';
  await links.query(left, [busy.workspace_id, CHANGES_PER_HOUR - 2]);
  const others = members(8).map((caller) => ({ caller }));
  const { outcomes, many } = await askAll([...others, ...Array.from({ length: 5 }, () => ({ caller: busy }))]);
  expect(outcomes.slice(0, 8)).toEqual(none(8));
  expect(outcomes.slice(8).sort()).toEqual([...Array<string>(3).fill('links.changes_exceeded'), ...none(2)]);
  expect(many.join()).toContain(busy.workspace_id);
  expect(await usedBy(busy)).toEqual({ month: 3, changes: CHANGES_PER_HOUR, codes: 3, keys: 0 });
});

describe('of one workspace in one statement stop exactly at', () => {
  const limits = (of: Partial<LinksConfig>) => {
    const config = links.service.get<LinksConfig>(CONFIG);
    for (const name of Object.keys(of) as (keyof LinksConfig)[]) jest.replaceProperty(config, name, of[name] as never);
  };
  /** Outcomes of so many, which were in one statement first. */
  const together = async (caller: Member, count: number): Promise<string[]> => {
    const lead = callerOf();
    void comeTogether(count + 1, lead);
    const own = Array.from({ length: count }, () => ({ caller }));
    const { outcomes, many } = await askAll([{ caller: lead }, ...own]);
    const given: { workspace_id: string }[][] = many.map((rows) => JSON.parse(rows));
    const counts = given.map((rows) => rows.filter(({ workspace_id }) => workspace_id === caller.workspace_id).length);
    expect(counts).toEqual([count]);
    return outcomes.slice(1).sort();
  };

  it('the changes of an hour that begins with it', async () => {
    await whileTheHourLasts();
    limits({ CHANGES_PER_HOUR: 2 });
    const busy = callerOf();
    expect(await together(busy, 3)).toEqual(['links.changes_exceeded', ...none(2)]);
    expect(await usedBy(busy)).toMatchObject({ month: 2, changes: 2, codes: 2 });
  });

  it('the changes of an hour that has some', async () => {
    await whileTheHourLasts();
    limits({ CHANGES_PER_HOUR: 2 });
    const busy = callerOf();
    await ask({ caller: busy });
    expect(await together(busy, 2)).toEqual(['links.changes_exceeded', 'none']);
    expect(await usedBy(busy)).toMatchObject({ month: 2, changes: 2, codes: 2 });
  });

  it('the links of a month, where identity has not told of the workspace', async () => {
    limits({ DEFAULT_MONTHLY_LIMIT: 1 });
    const unknown = callerOf();
    expect(await together(unknown, 2)).toEqual(['links.monthly_limit', 'none']);
    expect(await usedBy(unknown)).toMatchObject({ month: 1, changes: 1, codes: 1 });
  });

  it('the links of a month that begins with it', async () => {
    const limited = await links.workspace(1);
    expect(await together(limited, 2)).toEqual(['links.monthly_limit', 'none']);
    expect(await usedBy(limited)).toMatchObject({ month: 1, changes: 1, codes: 1 });
  });
});

it('keep what tells a repeated request from another one, and take a key that has long been free', async () => {
  const [first, second, third] = members(3) as [Member, Member, Member];
  await ask({ caller: third, title: 'Long ago', key: 'again' });
  await links.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE scope = $1`, [
    `workspace:${third.workspace_id}`,
  ]);
  const secret = { caller: second, key: 'secret', password: 'one' };
  await ask({ ...secret, key: 'before' });
  const [kept] = await links.query<{ password_hash: string }>(
    'SELECT password_hash FROM short_links WHERE workspace_id = $1',
    [second.workspace_id],
  );
  // What is hashed comes later than the others, so they wait for it, and it for nothing.
  const hash = jest.spyOn(links.service.get<LinkPreparation>(LinkPreparation), 'hashOfNew');
  hash.mockImplementation(async ({ password }) => (password === undefined ? null : (kept?.password_hash ?? null)));
  const repository = links.service.get<CreationRepository>(CreationRepository);
  const { create } = repository;
  jest.spyOn(repository, 'create').mockImplementation(async (creation) => {
    await delay(80);
    return create.call(repository, creation);
  });
  const { outcomes, many } = await askAll([
    { caller: first },
    { caller: first },
    { caller: third, key: 'again' },
    secret,
  ]);
  expect(outcomes).toEqual(none(4));
  for (const { workspace_id } of [second, third]) expect(many.join()).toContain(workspace_id);
  expect(await titlesOf(third)).toEqual(['Long ago', 'One']);
  expect(await refusal(ask(secret))).toBe('none');
  expect(await refusal(ask({ ...secret, password: 'two' }))).toBe('request.idempotency_mismatch');
  expect(await titlesOf(second)).toEqual(['One', 'One']);
});

it('that may have been made as far as anybody knows are not tried again', async () => {
  const outbox = links.service.get<Outbox>(Outbox);
  const { statement } = outbox;
  jest.spyOn(outbox, 'statement').mockImplementation(async (asked, values) => {
    const rows = await statement.call(outbox, asked, values);
    if (asked.name === 'links-create-many') throw new Error('Connection terminated unexpectedly');
    return rows;
  });
  const callers = members(8);
  const { outcomes, alone, many } = await askAll(callers.map((caller) => ({ caller })));
  expect(many.length).toBeGreaterThan(0);
  expect(outcomes.sort()).toEqual([...Array<string>(8 - alone).fill('failed'), ...none(alone)]);
  for (const caller of callers) expect(await titlesOf(caller)).toEqual(['One']);
});

it('give a request that comes twice, or came before, its first answer', async () => {
  const [first, caller, other] = members(3) as [Member, Member, Member];
  const earlier = await ask({ caller, title: 'Earlier', key: 'earlier' });
  const made = await Promise.all([
    ask({ caller: first }),
    ask({ caller, title: 'Twice', key: 'twice' }),
    ask({ caller: other }),
    ask({ caller, title: 'Twice', key: 'twice' }),
    ask({ caller, title: 'Earlier', key: 'earlier' }),
    refusal(ask({ caller, title: 'Another', key: 'earlier' })),
  ]);
  expect(made[3]).toEqual(made[1]);
  expect(made[4]).toEqual(earlier);
  expect(made[5]).toBe('request.idempotency_mismatch');
  expect(await titlesOf(caller)).toEqual(['Earlier', 'Twice']);
  expect(await titlesOf(other)).toEqual(['One']);
  expect(await usedBy(caller)).toEqual({ month: 2, changes: 2, codes: 2, keys: 2 });
});

it('are one statement for codes that somebody wants and nobody ever had; others go alone, and a workspace has its own again', async () => {
  const [owner, holder, stranger, late] = members(4) as [Member, Member, Member, Member];
  const [own, theirs, both, ...fresh] = ['Own', 'Theirs', 'Both', 'A', 'B', 'C'].map(
    (name) => name + uuidv7().slice(-6),
  );
  const { id } = await ask({ caller: owner, code: own });
  await links.call(deleteLinkRpc, { id }, owner);
  await ask({ caller: holder, code: theirs });
  const callers = members(5);
  const wishes = [
    { caller: callers[0], code: fresh[0] },
    { caller: callers[1], code: fresh[1], key: 'key' },
    { caller: callers[2], code: fresh[2], key: 'key' },
    { caller: owner, code: own, key: 'key' },
    { caller: stranger, code: theirs, key: 'key' },
    { caller: callers[3], code: both, key: 'key' },
    { caller: late, code: both },
  ] as const;
  void comeTogether(wishes.length);
  const { outcomes, many } = await askAll(wishes as unknown as Asked[]);
  expect(outcomes.slice(0, 5)).toEqual([...none(4), 'links.code_taken']);
  expect(outcomes.slice(5).sort()).toEqual(['links.code_taken', 'none']);
  expect(JSON.parse(many[0] ?? '').length).toBeGreaterThanOrEqual(wishes.length - 1);
  const once = { month: 1, changes: 1, codes: 1, keys: 1 };
  for (const caller of callers.slice(1, 3)) expect(await usedBy(caller)).toEqual(once);
  expect(await usedBy(stranger)).toEqual({ month: null, changes: null, codes: 0, keys: 0 });
  const versions = await links.query<{ code: string; version: number; link_id: string }>(
    'SELECT code, version, link_id FROM codes WHERE code = ANY($1) ORDER BY version, code',
    [[own, ...fresh]],
  );
  expect(versions.map(({ version }) => version)).toEqual([1, 1, 1, 3]);
  const told = () => versions.map(({ link_id }) => links.eventsOf(link_id).map(({ data }) => data.route.version));
  await eventually(() => expect(told()).toEqual([[1], [1], [1], [3]]));
});

describe('of which some drew a code that they cannot have', () => {
  const once = { month: 1, changes: 1, codes: 1, keys: 1 };
  const toldOf = (callers: readonly Member[]) =>
    links.events.filter(({ data }) => callers.some((c) => c.workspace_id === data.route?.workspace_id));

  it('are one statement for the others; these draw another one, and are counted, kept and told once', async () => {
    const { short_code: taken } = await ask({ caller: callerOf() });
    const callers = members(9);
    void comeTogether(9);
    triesFirst(taken, 3, 6);
    const { outcomes, alone, many } = await askAll(
      callers.map((caller, n) => (n < 4 ? { caller } : { caller, key: 'key' })),
    );
    expect(outcomes).toEqual(none(9));
    expect(JSON.parse(many[0] ?? '').length).toBeGreaterThanOrEqual(8);
    // Two draw again, and the first may be alone.
    expect(alone + many.length).toBeLessThanOrEqual(4);
    for (const [n, caller] of callers.entries()) expect(await usedBy(caller)).toEqual({ ...once, keys: n < 4 ? 0 : 1 });
    await eventually(() => expect(toldOf(callers)).toHaveLength(9));
    expect(new Set(toldOf(callers).map(({ data }) => data.route.workspace_id)).size).toBe(9);
  });

  it('give it to one of two that drew the same', async () => {
    const callers = members(5);
    const drawn = `Both${uuidv7().slice(-6)}`;
    void comeTogether(5);
    triesFirst(drawn, 3, 4);
    const { outcomes, alone, many } = await askAll(callers.map((caller) => ({ caller, key: 'key' })));
    expect(outcomes).toEqual(none(5));
    expect(alone + many.length).toBeLessThanOrEqual(3);
    expect(await links.query('SELECT 1 FROM codes WHERE code = $1', [drawn])).toHaveLength(1);
    for (const caller of callers) expect(await usedBy(caller)).toEqual(once);
    await eventually(() => expect(toldOf(callers)).toHaveLength(5));
  });

  it('give a request that came before its first answer', async () => {
    const [first, caller, other] = members(3) as [Member, Member, Member];
    const { short_code: taken } = await ask({ caller: first });
    const earlier = await ask({ caller, key: 'key' });
    void comeTogether(3);
    triesFirst(taken, 2);
    const made = await Promise.all([
      ask({ caller: first }),
      ask({ caller, key: 'key' }),
      ask({ caller: other, key: 'key' }),
    ]);
    expect(made[1]).toEqual(earlier);
    for (const one of [caller, other]) expect(await usedBy(one)).toEqual(once);
  });

  it.each([
    ['COMMIT', 'is taken'],
    ['ROLLBACK', 'is free'],
  ])('wait for another transaction that takes it: after its %s it %s', async (end) => {
    const { short_code: known } = await ask({ caller: callerOf() });
    const drawn = `Busy${uuidv7().slice(-6)}`;
    const blocker = new pg.Client({ connectionString: links.servers.databaseUrl('links') });
    await blocker.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query(
        `INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
         SELECT $2, host, $3, $3, true, 1, now() FROM codes WHERE code = $1`,
        [known, drawn, uuidv7()],
      );
      const callers = members(4);
      void comeTogether(4);
      triesFirst(drawn, 3);
      const making = Promise.all(callers.map((caller) => ask({ caller, key: 'key' })));
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO codes%'`;
      await eventually(async () => expect(await links.query(waiting)).toHaveLength(1));
      await blocker.query(end);
      const made = await making;
      expect(made[2]?.short_code === drawn).toBe(end === 'ROLLBACK');
      for (const caller of callers) expect(await usedBy(caller)).toEqual(once);
      await eventually(() => expect(toldOf(callers)).toHaveLength(4));
    } finally {
      await blocker.end();
    }
  });
});

it('of one workspace take another code where one is taken, and none is told of that was not made', async () => {
  const { short_code: taken } = await ask({ caller: callerOf() });
  const [first, caller] = members(2) as [Member, Member];
  triesFirst(taken, 3);
  const made = await Promise.all([
    ask({ caller: first }),
    ask({ caller, title: 'One' }),
    ask({ caller, title: 'Two', key: 'two' }),
    ask({ caller, title: 'Three' }),
  ]);
  expect(made.map(({ short_code }) => short_code)).not.toContain(taken);
  expect(await titlesOf(caller)).toEqual(['One', 'Three', 'Two']);
  expect(await usedBy(caller)).toEqual({ month: 3, changes: 3, codes: 3, keys: 1 });
});

it('do not fail with one that the database refuses', async () => {
  await links.query(`ALTER TABLE short_links ADD CONSTRAINT no_bad_title CHECK (title <> 'bad')`);
  try {
    const [first, bad, other] = members(3) as [Member, Member, Member];
    const { outcomes } = await askAll([{ caller: first }, { caller: bad, title: 'bad' }, { caller: other }]);
    expect(outcomes).toEqual(['none', 'failed', 'none']);
    expect(await usedBy(bad)).toEqual({ month: null, changes: null, codes: 0, keys: 0 });
    expect(await titlesOf(other)).toEqual(['One']);
  } finally {
    await links.query('ALTER TABLE short_links DROP CONSTRAINT no_bad_title');
  }
});

it('do not fail with one that a server refuses which speaks another language', async () => {
  const outbox = links.service.get<Outbox>(Outbox);
  const { statement } = outbox;
  jest.spyOn(outbox, 'statement').mockImplementation((asked, values) =>
    statement.call(outbox, asked, values).catch((error: unknown) => {
      throw Object.assign(error as Error, { severity: 'FEHLER' });
    }),
  );
  const limited = await links.workspace(1);
  const others = members(8).map((caller) => ({ caller }));
  const { outcomes, many } = await askAll([...others, { caller: limited }, { caller: limited }]);
  expect(outcomes.sort()).toEqual(['links.monthly_limit', ...none(9)]);
  expect(many.join()).toContain(limited.workspace_id);
});

it('do not wait for one whose counter another transaction holds, nor for whoever goes soon', async () => {
  const [first, held, other, hasty] = members(4) as [Member, Member, Member, Member];
  await ask({ caller: held });
  const blocker = new pg.Client({ connectionString: links.servers.databaseUrl('links') });
  await blocker.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM quota_usage WHERE workspace_id = $1 FOR UPDATE', [held.workspace_id]);
    let isMade = false;
    const waiting = ask({ caller: first }).then(() =>
      Promise.all([
        refusal(ask({ caller: first, title: 'Two' })),
        refusal(ask({ caller: held, title: 'Two' }).finally(() => (isMade = true))),
        refusal(ask({ caller: other, title: 'Two' })),
      ]),
    );
    // Long before the statement would end by itself.
    await eventually(async () => expect(await titlesOf(other)).toEqual(['Two']), { timeoutMs: 5_000 });
    await eventually(async () => expect(await titlesOf(first)).toEqual(['One', 'Two']));
    expect(isMade).toBe(false);
    // Whoever has no time to try twice goes alone from the beginning.
    const others = members(8).map((caller) => ({ caller }));
    const soon = await askAll([...others, { caller: hasty, waitsMs: 1_000 }]);
    expect(soon.outcomes).toEqual(none(9));
    expect(soon.many.length).toBeGreaterThan(0);
    expect(soon.many.join()).not.toContain(hasty.workspace_id);
    await blocker.query('COMMIT');
    expect(await waiting).toEqual(none(3));
  } finally {
    await blocker.end();
  }
  expect(await usedBy(held)).toMatchObject({ month: 2, changes: 2, codes: 2 });
});

it('do not wait for several that wait for a row, each by itself', async () => {
  const held = members(3);
  for (const caller of held) await ask({ caller });
  const blocker = new pg.Client({ connectionString: links.servers.databaseUrl('links') });
  await blocker.connect();
  try {
    await blocker.query('BEGIN');
    const ids = held.map(({ workspace_id }) => workspace_id);
    await blocker.query('SELECT 1 FROM quota_usage WHERE workspace_id = ANY($1) FOR UPDATE', [ids]);
    const waiting = held.map(async (caller, n) => {
      await delay(n * 200);
      return refusal(ask({ caller, title: 'Two' }));
    });
    await delay(held.length * 200);
    const others = await askAll(members(8).map((caller) => ({ caller, waitsMs: 5_000 })));
    expect(others.outcomes).toEqual(none(8));
    await blocker.query('COMMIT');
    expect(await Promise.all(waiting)).toEqual(none(3));
  } finally {
    await blocker.end();
  }
});

it('wait once for one whose counter another transaction holds, not each time that its workspace asks', async () => {
  const held = callerOf();
  await ask({ caller: held });
  const blocker = new pg.Client({ connectionString: links.servers.databaseUrl('links') });
  await blocker.connect();
  const others = members(8).map((caller) => ({ caller }));
  const waiting: Promise<string>[] = [];
  const round = async (isThere?: Promise<void>): Promise<string> => {
    const made = askAll(others);
    // The first goes alone, whoever it is.
    await isThere;
    waiting.push(refusal(ask({ caller: held })));
    const { outcomes, many } = await made;
    expect(outcomes).toEqual(none(8));
    expect(many.length).toBeGreaterThan(0);
    jest.restoreAllMocks();
    return many.join();
  };
  try {
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM quota_usage WHERE workspace_id = $1 FOR UPDATE', [held.workspace_id]);
    expect(await round(comeTogether(9))).toContain(held.workspace_id);
    for (let rounds = 0; rounds < 3; rounds += 1) expect(await round()).not.toContain(held.workspace_id);
    await blocker.query('COMMIT');
    expect(await Promise.all(waiting)).toEqual(none(4));
    // It is not held against it.
    expect(await round(comeTogether(9))).toContain(held.workspace_id);
  } finally {
    await blocker.end();
  }
});

it.each([
  ['of links', 'quota_usage WHERE workspace_id::text'],
  ['of changes', 'change_usage WHERE key'],
])('do not hold the counters %s of some while they wait for one after the other', async (_, rows) => {
  const callers = members(7).sort((one, other) => (one.workspace_id < other.workspace_id ? -1 : 1));
  for (const caller of callers) await ask({ caller });
  const { createMany } = CreationRepository.prototype;
  const together: unknown[] = [];
  jest.spyOn(CreationRepository.prototype, 'createMany').mockImplementation(async function (
    this: CreationRepository,
    ...asked
  ) {
    const made = await createMany.apply(this, asked);
    together.push(made?.size ?? 'undone');
    return made;
  });
  const blockers = callers.map(() => new pg.Client({ connectionString: links.servers.databaseUrl('links') }));
  try {
    for (const [n, blocker] of blockers.entries()) {
      await blocker.connect();
      await blocker.query('BEGIN');
      const { workspace_id } = callers[n] as Member;
      await blocker.query(`SELECT 1 FROM ${rows} = $1 FOR UPDATE`, [workspace_id]);
    }
    const lead = callerOf();
    void comeTogether(8, lead);
    const making = Promise.all([lead, ...callers].map((caller) => refusal(ask({ caller }))));
    for (const blocker of blockers) {
      // Less than what is waited for each of them.
      await delay(200);
      await blocker.query('COMMIT');
    }
    expect(await making).toEqual(none(8));
    expect(together).toEqual(['undone']);
  } finally {
    await Promise.all(blockers.map((blocker) => blocker.end()));
  }
  for (const caller of callers) expect(await usedBy(caller)).toMatchObject({ month: 2, changes: 2, codes: 2 });
});

it('go together again as soon as a database is back that was away', async () => {
  const repository = links.service.get<CreationRepository>(CreationRepository);
  const caller = callerOf();
  const away = Object.assign(new Error('read-only'), { code: '25006' });
  const create = jest.spyOn(repository, 'create').mockRejectedValueOnce(away);
  expect(await ask({ caller }).catch((error: unknown) => error)).toBe(away);
  create.mockRestore();
  const others = members(6).map((other) => ({ caller: other }));
  const { outcomes, many } = await askAll([...others, { caller }, { caller }, { caller }]);
  expect(outcomes).toEqual(none(9));
  expect(many.join()).toContain(caller.workspace_id);
});

it('that nobody waits for any more by the time that there is a connection are not made, the others are', async () => {
  const late = callerOf();
  const repository = links.service.get<CreationRepository>(CreationRepository);
  const { createMany } = repository;
  jest.spyOn(repository, 'createMany').mockImplementation(async (...asked) => {
    // Longer than whoever's turn it was waits.
    await delay(2_100);
    return createMany.apply(repository, asked);
  });
  const others = members(8).map((caller) => ({ caller }));
  const { outcomes, many } = await askAll([
    { caller: late, waitsMs: 2_000 },
    ...others,
    { caller: late, waitsMs: 2_000 },
  ]);
  expect(outcomes.slice(1, 9)).toEqual(none(8));
  expect(many.join()).not.toContain(late.workspace_id);
});

it('are undone for whoever waits least', async () => {
  const repository = links.service.get<CreationRepository>(CreationRepository);
  const { createMany } = repository;
  const patience: (number | null)[] = [];
  jest.spyOn(repository, 'createMany').mockImplementation((given, patienceMs) =>
    createMany.call(repository, given, () => {
      const left = patienceMs();
      patience.push(left);
      return left;
    }),
  );
  const all = members(8).map((caller, n) => ({ caller, waitsMs: n > 4 ? 9_000 : PATIENT_MS }));
  expect((await askAll(all)).outcomes).toEqual(none(8));
  expect(Math.min(...patience.map((left) => left ?? Infinity))).toBeLessThanOrEqual(9_000);
});

it('are undone together where the statement takes longer than whoever asked waits', async () => {
  const repository = links.service.get<CreationRepository>(CreationRepository);
  const callers = members(8);
  const createMany = repository.createMany.bind(repository);
  const made: unknown[] = [];
  jest.spyOn(repository, 'createMany').mockImplementation(async (given) => {
    made.push(await createMany(given, () => -1));
    return null;
  });
  const { outcomes, many } = await askAll(callers.map((caller) => ({ caller })));
  expect([outcomes, new Set(made)]).toEqual([none(8), new Set([null])]);
  expect(many.length).toBeGreaterThan(0);
  for (const caller of callers) expect(await usedBy(caller)).toMatchObject({ month: 1, changes: 1, codes: 1 });
});

it('lock rows in the order of their keys, whatever order they came in, so that no two wait for each other', async () => {
  const keys = { idempotency_keys: 'scope', quota_usage: 'workspace_id', codes: 'code', change_usage: 'key' };
  await links.query('CREATE TABLE locked (number serial, place text, key text)');
  await links.query(`CREATE FUNCTION note_locked() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO locked (place, key) VALUES (TG_TABLE_NAME, to_jsonb(NEW) ->> TG_ARGV[0]); RETURN NEW; END $$`);
  for (const [table, column] of Object.entries(keys)) {
    await links.query(`CREATE TRIGGER note_locked BEFORE INSERT ON ${table}
      FOR EACH ROW EXECUTE FUNCTION note_locked('${column}')`);
  }
  try {
    const callers = members(7).reverse();
    const lead = callerOf();
    void comeTogether(8, lead);
    const { outcomes } = await askAll([{ caller: lead }, ...callers.map((caller) => ({ caller, key: 'key' }))]);
    expect(outcomes).toEqual(none(8));
    const locked = await links.query<{ place: string; came: string[]; inOrder: string[] }>(
      `SELECT place, array_agg(key ORDER BY number) AS came, array_agg(key ORDER BY key) AS "inOrder" FROM locked
       GROUP BY place, xmin::text HAVING count(*) >= 7`,
    );
    expect(locked.map(({ place }) => place).sort()).toEqual(Object.keys(keys).sort());
    for (const { place, came, inOrder } of locked) expect({ place, came }).toEqual({ place, came: inOrder });
  } finally {
    await links.query('DROP FUNCTION note_locked CASCADE');
    await links.query('DROP TABLE locked');
  }
});

it('of two processes with the same workspaces in each do not block each other', async () => {
  const second = await links.start();
  const callers = await Promise.all(Array.from({ length: 6 }, () => links.workspace(1_000)));
  // Of one workspace few are worked on at once: the others are told to come again.
  const make = async (caller: Member): Promise<void> => {
    const outcome = await refusal(links.create(caller));
    if (outcome === 'service.busy') return make(caller);
    expect(outcome).toBe('none');
  };
  await Promise.all(callers.flatMap((caller) => Array.from({ length: 40 }, () => make(caller))));
  await second.stop();
  for (const caller of callers) expect(await usedBy(caller)).toMatchObject({ month: 40, changes: 40, codes: 40 });
}, 60_000);
