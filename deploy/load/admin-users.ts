import { ApiSession } from '@linkway/local/api-session';
import { ADMINISTRATOR, Harness } from '@linkway/local/harness';
import pg from 'pg';
import { median, percentile, report, say, slackOf } from './result.ts';
import { quietRounds } from './rounds.ts';

const FULL = { users: 100_000, rounds: 5, repeats: 3 };
const SHORT = { users: 20_000, rounds: 3, repeats: 1 };
const TARGET_MS = 200;
const PREMIUM_EACH = 25;
const SHUT_EACH = 500;

/** Every order, the ends of the list, each filter, and searches that find one, few, many and none, also of two letters. */
const questions = (users: number): Record<string, string> => ({
  'the list': '',
  'its last page': `page=${users / 20}`,
  oldest: 'sort=oldest',
  'by email': 'sort=email&page=40',
  'by email, from the end': 'sort=email_desc',
  'by name': 'sort=name&page=40',
  'by name, from the end': 'sort=name_desc',
  premium: 'subscription_type=premium',
  'basic by name': 'subscription_type=basic&sort=name',
  suspended: 'status=suspended',
  administrators: 'role=admin',
  'an email': `search=person${users - 7}@`,
  'a name': 'search=nguyen+van',
  'a name with marks': 'search=Tr%E1%BA%A7n&sort=name',
  'two letters': 'search=an&sort=email',
  'part of every email': 'search=example.com&sort=name&page=40',
  nobody: 'search=no+such+person',
  'premium and a name': 'search=bich&subscription_type=premium&status=active',
});

interface Answer {
  readonly data: readonly { readonly links_count: number | null; readonly clicks_count: number | null }[];
  readonly pagination: { readonly total: number };
}

/** How long an administrator waits for the list of everybody: in each order, filtered and searched. */
export async function benchAdminUsers(short: boolean): Promise<void> {
  const { users, rounds, repeats } = short ? SHORT : FULL;
  const node = await Harness.start({ processes: true, environment: { RATE_LIMIT_PER_MINUTE: '1000000' } });
  try {
    await fill(node, users);
    const admin = await ApiSession.signIn(node.web, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const ask = (query: string) => admin.send<Answer>('GET', `/api/admin/users?${query}`);
    const isExact = await check(ask, users);
    const slowest = new Map<string, number[]>();
    const measured = await quietRounds({
      count: rounds,
      name: 'round',
      roots: () => [node.record().pid, process.pid],
      measure: async () => {
        const took: number[] = [];
        const reference: number[] = [];
        for (let repeat = 0; repeat < repeats; repeat += 1) {
          for (const [name, query] of Object.entries(questions(users))) {
            reference.push(await timed(() => admin.send('GET', '/api/me')));
            const ms = await timed(() => ask(query));
            took.push(ms);
            slowest.set(name, [...(slowest.get(name) ?? []), ms]);
          }
        }
        return { took, reference };
      },
      describe: ({ took, reference }) =>
        `p95 ${percentile(took, 0.95).toFixed(0)} ms, middle ${median(took).toFixed(0)} ms; GET /api/me ${median(reference).toFixed(0)} ms`,
    });
    for (const [name, all] of slowest)
      say(`${name}: ${median(all).toFixed(0)} ms in the middle, ${Math.max(...all).toFixed(0)} at most`);
    const value = percentile(
      measured.flatMap(({ took }) => took),
      0.95,
    );
    const reference = percentile(
      measured.flatMap((round) => round.reference),
      0.95,
    );
    const most = TARGET_MS * slackOf(short);
    report({
      name: 'admin-users',
      value,
      unit: `ms at the 95th percentile of GET /api/admin/users among ${users} users`,
      reference,
      ratio: value / reference,
      target: `< ${most}, counts exact`,
      pass: value < most && isExact,
    });
  } finally {
    await node.dispose();
  }
}

/** Accounts as registrations make them, with links of some; whoever keeps a copy of them compares it by itself. */
async function fill(node: Harness, users: number): Promise<void> {
  const began = performance.now();
  await inDatabase(node, 'identity', [
    `INSERT INTO users (id, email, email_lower, full_name, password_hash, workspace_id, status, version, created_at)
     SELECT id, mail, mail, name, 'no password opens it', id, status, CASE status WHEN 'active' THEN 1 ELSE 2 END, at FROM (
       SELECT gen_random_uuid() AS id, 'person' || n || '@example.com' AS mail,
         (ARRAY['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Smith'])[1 + n % 5] || ' ' || (ARRAY['Văn', 'Thị', 'Ngọc'])[1 + n % 3] || ' '
           || (ARRAY['An', 'Bích', 'Chi', 'Dũng', 'Giang', 'Hải', 'John'])[1 + n % 7] || ' ' || n AS name,
         CASE WHEN n % ${SHUT_EACH} = 0 THEN 'suspended' ELSE 'active' END AS status,
         now() - make_interval(secs => (hashint4(n) & 33554431)) AS at
       FROM generate_series(1, ${users}) n) AS people`,
    `INSERT INTO profiles (user_id, subscription_type, monthly_links_limit)
     SELECT id, plan, CASE plan WHEN 'premium' THEN 5000 ELSE 50 END FROM (
       SELECT id, CASE WHEN hashtext(email) % ${PREMIUM_EACH} = 0 THEN 'premium' ELSE 'basic' END AS plan
       FROM users WHERE email LIKE 'person%') AS plans`,
    `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at)
     SELECT gen_random_uuid(), id, sha256(email::bytea || n::text::bytea), '192.0.2.1', 'Bench', now() + interval '30 days'
     FROM users, generate_series(1, 2) n WHERE email LIKE 'person%'`,
    'VACUUM ANALYZE users, profiles, sessions',
  ]);
  const ids = await inDatabase(node, 'identity', ["SELECT id FROM users WHERE email LIKE 'person%0@example.com'"]);
  await inDatabase(node, 'links', [
    `INSERT INTO link_counts (workspace_id, links) SELECT id, 7 FROM unnest('{${ids.map(({ id }) => id).join(',')}}'::uuid[]) id`,
  ]);
  say(`${users} accounts made in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

async function inDatabase(node: Harness, service: string, statements: readonly string[]): Promise<{ id: string }[]> {
  const { postgres } = node.record();
  if (!postgres) throw new Error('PostgreSQL does not run');
  const address = new URL(postgres.url);
  address.pathname = `/linkway_${service}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    let rows: { id: string }[] = [];
    for (const statement of statements) rows = (await client.query<{ id: string }>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** That it is the list of all of them, and not one of nothing. */
async function check(ask: (query: string) => Promise<Answer>, users: number): Promise<boolean> {
  const totals = [
    [users + 1, ''],
    [users, 'search=PERSON'],
    [users / SHUT_EACH, 'status=suspended'],
    [1, 'role=admin'],
    [1, `search=person${users}@`],
    [0, 'search=no+such+person'],
  ] as const;
  let isExact = true;
  for (const [expected, query] of totals) {
    const { pagination } = await ask(query);
    if (pagination.total === expected) continue;
    isExact = false;
    say(`${query}: ${pagination.total} in place of ${expected}`);
  }
  const { data } = await ask(`search=person${users}@`);
  const counted = data.every(({ links_count, clicks_count }) => links_count === 7 && clicks_count === 0);
  if (!counted) say('links or clicks of an account are not what they should be');
  return isExact && counted;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
