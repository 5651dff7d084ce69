import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { ADMINISTRATOR, Harness } from '@linkway/local/harness';
import { startClickHouseServer } from '@linkway/platform/embedded';
import { percentile, report, say, slackOf } from '../load/result.ts';
import { processesOf } from './balancer.ts';
import { UNLIMITED } from './edits.ts';

const TARGET_MS = 1_000;
const USERS = 200;
const AT_ONCE = 4;
const PATIENCE_MS = 30_000;
const STEADY_MS = 2_000;
/** What `ApiSession.register` gives every account. */
const PASSWORD = 'a-password-1';

/** Something that opens a door of two processes, until it is taken away. */
interface Pass {
  readonly what: string;
  /** One for each process that it is shown to; resolves to whether it was let in. */
  readonly doors: readonly (() => Promise<boolean>)[];
}

interface Person {
  readonly id: string;
  readonly session: ApiSession;
  readonly other: Pass;
  readonly otherId: string;
  readonly key: Pass;
  readonly keyId: string;
  /** What only the end of the account takes away. */
  readonly remaining: readonly Pass[];
}

/**
 * 200 people, each of whom loses a session, then an API key, then the account by an administrator, while two gateways and two
 * redirects let them in: how long after the acknowledgement the last request was accepted.
 */
export async function chaosRevoke(short: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'linkway-clickhouse-'));
  const clickhouse = await startClickHouseServer({ dataDir: folder });
  let node: Harness | null = null;
  try {
    node = await Harness.start({
      processes: true,
      copies: 2,
      environment: { ...UNLIMITED, CLICKHOUSE_URL: clickhouse.url },
    });
    await node.liftRateLimit();
    const admin = await ApiSession.signIn(node.web, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const people = await openAccounts(node, admin, short ? USERS / 10 : USERS);
    say(`${people.length} accounts with two sessions, two keys and a link each`);

    const accepted: number[] = [];
    const gone: Pass[] = [];
    const take = async (passes: readonly Pass[], act: () => Promise<unknown>): Promise<void> => {
      accepted.push(...(await lastAccepted(passes, act)));
      gone.push(...passes);
    };
    await each(people, async ({ id, session, other, otherId, key, keyId, remaining }) => {
      await take([other], () => session.send('DELETE', `/api/me/sessions/${otherId}`));
      await take([key], () => session.send('DELETE', `/api/api-keys/${keyId}`));
      await take(remaining, () => admin.send('PATCH', `/api/admin/users/${id}`, { status: 'disabled' }));
    });
    await delay(STEADY_MS);
    const again = await letIn(gone);
    // Who is let in anew signs in anew: what was taken away stays so, but for the links, which are the account's.
    await each(people, ({ id }) => admin.send('PATCH', `/api/admin/users/${id}`, { status: 'active' }));
    await delay(STEADY_MS);
    const revived = (await letIn(gone)).filter(({ what }) => what === 'session' || what === 'deleted key');

    const value = percentile(accepted, 0.99);
    // Beside other checks it tells of what has become twice as slow; a second is for the full form.
    const most = TARGET_MS * slackOf(short);
    say(
      `${accepted.length} doors: after the acknowledgement the last was let in ${percentile(accepted, 0.5).toFixed(0)} ms in the middle, ${Math.max(...accepted).toFixed(0)} ms at most; ` +
        `${again.length} let in again later, ${revived.length} with an account that was opened again`,
    );
    report({
      name: 'revoke',
      value,
      unit: 'ms after the acknowledgement until the last request is accepted (p99)',
      reference: null,
      ratio: null,
      target: `< ${most}, none is accepted again`,
      pass: value < most && again.length === 0 && revived.length === 0,
    });
  } finally {
    await node?.dispose();
    await clickhouse.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openAccounts(node: Harness, admin: ApiSession, count: number): Promise<Person[]> {
  const gateways = addressesOf(node, 'gateway');
  const redirects = addressesOf(node, 'redirect');
  const through = (what: string, path: string, headers: Record<string, string>): Pass => ({
    what,
    doors: gateways.map((gateway) => () => opens(`${gateway}${path}`, headers, 200)),
  });
  const sessionPass = (session: ApiSession): Pass => through('session', '/api/me', { cookie: session.cookie });
  const keyPass = (what: string, key: string): Pass =>
    through(what, '/api/links?limit=1', { authorization: `Bearer ${key}` });

  return each(Array.from({ length: count }), async () => {
    const session = await ApiSession.register(node.web);
    const { id, email } = await session.send<{ id: string; email: string }>('GET', '/api/me');
    await admin.send('PATCH', `/api/admin/users/${id}`, { subscription_type: 'premium' });
    const makeKey = (key_name: string) =>
      session.send<{ id: string; api_key: string }>('POST', '/api/api-keys', { key_name });
    const [revoked, kept] = [await makeKey('revoked'), await makeKey('kept')];
    const link = await session.createLink({ url: 'https://example.com/revoke' });
    const other = await ApiSession.signIn(node.web, email, PASSWORD);
    const { data } = await other.send<{ data: { id: string; current: boolean }[] }>('GET', '/api/me/sessions');
    return {
      id,
      session,
      other: sessionPass(other),
      otherId: data.find(({ current }) => current)?.id ?? '',
      key: keyPass('deleted key', revoked.api_key),
      keyId: revoked.id,
      remaining: [
        sessionPass(session),
        keyPass('key', kept.api_key),
        { what: 'link', doors: redirects.map((address) => () => opens(`${address}/${link.short_code}`, {}, 302)) },
      ],
    };
  });
}

/** For each door the milliseconds after the acknowledgement at which it let somebody in for the last time; 0 where it never did. */
async function lastAccepted(passes: readonly Pass[], act: () => Promise<unknown>): Promise<number[]> {
  const doors = passes.flatMap((pass) => pass.doors.map((door) => ({ what: pass.what, door })));
  const deadline = Date.now() + PATIENCE_MS;
  // What is taken away is in the memory of each process then.
  for (const { what, door } of doors)
    while (!(await door())) if (Date.now() > deadline) throw new Error(`a ${what} that holds is refused`);
  let acknowledged = Number.POSITIVE_INFINITY;
  const watching = Promise.all(
    doors.map(async ({ what, door }) => {
      let last = 0;
      for (;;) {
        const isIn = await door();
        const since = performance.now() - acknowledged;
        if (isIn) last = Math.max(last, since);
        else if (since > 0) return last;
        if (since > PATIENCE_MS) throw new Error(`a ${what} that is gone is still let in`);
      }
    }),
  );
  const acting = act().then(() => {
    acknowledged = performance.now();
  });
  const [last] = await Promise.all([watching, acting]);
  return last;
}

/** Passes that any process lets in. */
async function letIn(passes: readonly Pass[]): Promise<Pass[]> {
  const seen = await each(passes, async (pass) => ({
    pass,
    isIn: (await Promise.all(pass.doors.map((door) => door()))).some(Boolean),
  }));
  return seen.flatMap(({ pass, isIn }) => (isIn ? [pass] : []));
}

async function opens(url: string, headers: Record<string, string>, status: number): Promise<boolean> {
  const response = await fetch(url, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response.status === status;
}

function addressesOf(node: Harness, service: string): string[] {
  const found = processesOf(node, service).map(({ httpUrl }) => httpUrl);
  if (found.length !== 2) throw new Error(`two processes of ${service} are wanted, not ${found.length}`);
  return found;
}

/** The results of all, some of them at once. */
async function each<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = [...items.entries()];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = rest.shift(); next; next = rest.shift()) results[next[0]] = await act(next[1]);
    }),
  );
  return results;
}
