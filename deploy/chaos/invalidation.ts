import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession, type MadeLink } from '@linkway/local/api-session';
import { ADMINISTRATOR, Harness } from '@linkway/local/harness';
import { percentile, report, say } from '../load/result.ts';
import { UNLIMITED } from './edits.ts';

const TARGET_MS = 1_000;
const REDIRECTS = 4;
const LOOK_EVERY_MS = 5;
const GIVE_UP_MS = 30_000;
const LANGUAGE = 'vi';

interface Seen {
  readonly status: number;
  readonly location: string | null;
}

/** Something that is changed of a link, and what its visitors see from then on. */
interface Change {
  readonly name: string;
  readonly link: MadeLink;
  make(): Promise<unknown>;
  holds(seen: Seen): boolean;
}

/** Edits, rules, pauses and bans against four redirect processes: how long after the answer each takes effect on all of them. */
export async function chaosInvalidation(short: boolean): Promise<void> {
  const turns = short ? 4 : 40;
  const node = await Harness.start({ processes: true, redirects: REDIRECTS, environment: UNLIMITED });
  try {
    await node.liftRateLimit();
    const admin = await ApiSession.signIn(node.web, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const changes = await changesOf(node, admin);
    const took = new Map<string, number[]>();
    for (let turn = 1; turn <= turns; turn += 1) {
      for (const { name, link, make, holds } of changes(turn)) {
        await make();
        const began = performance.now();
        await until(node, link, holds);
        took.set(name, [...(took.get(name) ?? []), performance.now() - began]);
      }
    }
    for (const [name, milliseconds] of took) {
      say(
        `${name}: median ${percentile(milliseconds, 0.5).toFixed(0)} ms, worst ${Math.max(...milliseconds).toFixed(0)} ms`,
      );
    }
    const all = [...took.values()].flat();
    const value = percentile(all, 0.99);
    report({
      name: 'invalidation',
      value,
      unit: `ms (p99 of ${all.length} changes on ${REDIRECTS} redirect processes)`,
      reference: null,
      ratio: null,
      target: `< ${TARGET_MS}`,
      pass: value < TARGET_MS,
    });
  } finally {
    await node.dispose();
  }
}

/** The changes of the n-th turn, each of which every process must show before the next is made. */
async function changesOf(node: Harness, admin: ApiSession): Promise<(turn: number) => Change[]> {
  const link = await admin.createLink({ url: 'https://example.com/0' });
  const owner = await ApiSession.register(node.web);
  const { id: ownerId } = await owner.send<{ id: string }>('GET', '/api/me');
  const theirs = await owner.createLink({ url: 'https://example.com/theirs' });
  await until(node, link, ({ location }) => location === 'https://example.com/0');
  await until(node, theirs, ({ location }) => location === 'https://example.com/theirs');
  const change = (body: object) => () => admin.send('PUT', `/api/links/${link.id}`, body);
  const account = (status: string) => () => admin.send('PATCH', `/api/admin/users/${ownerId}`, { status });
  return (turn) => {
    const [url, byRule] = [`https://example.com/${turn}`, `https://example.com/rule/${turn}`];
    const rules = [{ url: byRule, any_of: [{ all_of: [{ kind: 'language', values: [LANGUAGE] }] }] }];
    return [
      { name: 'edit', link, make: change({ url }), holds: ({ location }) => location === url },
      { name: 'rule', link, make: change({ rules }), holds: ({ location }) => location === byRule },
      { name: 'pause', link, make: change({ is_active: false, rules: [] }), holds: ({ status }) => status === 404 },
      { name: 'end of a pause', link, make: change({ is_active: true }), holds: ({ location }) => location === url },
      { name: 'ban', link: theirs, make: account('suspended'), holds: ({ status }) => status === 404 },
      { name: 'end of a ban', link: theirs, make: account('active'), holds: ({ status }) => status === 302 },
    ];
  };
}

/** Resolves when all processes show the effect. */
async function until(node: Harness, { short_code }: MadeLink, holds: (seen: Seen) => boolean): Promise<void> {
  const deadline = Date.now() + GIVE_UP_MS;
  await Promise.all(
    Array.from({ length: REDIRECTS }, async (_, number) => {
      const address = `${node.redirect(number)}/${short_code}`;
      for (;;) {
        const response = await fetch(address, { redirect: 'manual', headers: { 'accept-language': LANGUAGE } });
        await response.arrayBuffer();
        const seen = { status: response.status, location: response.headers.get('location') };
        if (holds(seen)) return;
        if (Date.now() > deadline) throw new Error(`${address} still answers ${seen.status} ${seen.location}`);
        await delay(LOOK_EVERY_MS);
      }
    }),
  );
}
