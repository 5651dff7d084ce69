import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { ADMINISTRATOR, Harness } from '@linkway/local/harness';
import fc from 'fast-check';
import { report, say } from '../load/result.ts';
import { numbered } from './count.ts';
import { UNLIMITED } from './edits.ts';
import { type ApiDocument, type ApiRequest, ApiRequests } from './odd/api-requests.ts';
import { type Outcome, sendOnWire } from './odd/wire.ts';
import { wireRequest } from './odd/wire-requests.ts';
import { Traffic } from './traffic.ts';

/** To each of redirect, gateway, and the gateway's API. */
const CASES = { short: 2_500, long: 60_000 };
/** Made at once, so that a run takes no more memory the longer it is. */
const PORTION = 500;
const AT_ONCE = 12;
const LINKS = 5;
const TOLD = 20;
const API_PATIENCE_MS = 30_000;
const SERVICES = ['redirect', 'gateway', 'links', 'identity', 'analytics', 'domains', 'content'];
/** Every code that nobody has is looked for, and nobody is put off for asking much. */
const UNBOUNDED = {
  ...UNLIMITED,
  API_KEY_REQUESTS_PER_HOUR: '1000000000',
  UNKNOWN_CODES_PER_MINUTE: '1000000',
  UNKNOWN_CODES_PER_SECOND: '5000',
};

interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Requests that no client should send, on raw connections to the redirect and the gateway, and made from the OpenAPI document to its API. `seed`:
 * the same number makes the same requests.
 */
export async function chaosOddRequests(short: boolean, seed = Date.now() % 2 ** 31): Promise<void> {
  say(`seed ${seed}: npm run chaos -- odd-requests${short ? ' --short' : ''} --seed=${seed}`);
  const node = await Harness.start({ processes: true, environment: UNBOUNDED });
  try {
    await node.liftRateLimit();
    const run = await Run.prepare(node, seed);
    await run.through(short ? CASES.short : CASES.long);
    run.judge();
  } finally {
    await node.dispose();
  }
}

class Run {
  private readonly faults: string[] = [];
  private readonly statuses = new Map<string, number>();
  private sent = 0;
  private readonly node: Harness;
  private readonly seed: number;
  private readonly codes: readonly string[];
  private readonly callers: readonly Caller[];
  private readonly api: ApiRequests;
  private readonly visits: readonly Traffic[];
  private readonly pids: ReadonlyMap<string, number>;

  private constructor(
    node: Harness,
    seed: number,
    made: { codes: readonly string[]; callers: readonly Caller[]; api: ApiRequests },
  ) {
    this.node = node;
    this.seed = seed;
    this.codes = made.codes;
    this.callers = made.callers;
    this.api = made.api;
    const code = made.codes[0] ?? '';
    // As the redirect has it, and as the web app's port passes it on.
    this.visits = [node.redirect(), node.web].map((server) => new Traffic(numbered(`${server}/${code}`), 1));
    this.pids = new Map(SERVICES.map((name) => [name, node.pidOf(name)]));
  }

  static async prepare(node: Harness, seed: number): Promise<Run> {
    const admin = await ApiSession.signIn(node.web, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const codes: string[] = [];
    // Of somebody whose links no caller can change.
    for (let link = 0; link < LINKS; link += 1)
      codes.push((await admin.createLink({ url: 'https://example.com/known' })).short_code);
    const owner = await ApiSession.register(node.web);
    const { id } = await owner.send<{ id: string }>('GET', '/api/me');
    await admin.send('PATCH', `/api/admin/users/${id}`, { subscription_type: 'premium' });
    const { api_key } = await owner.send<{ api_key: string }>('POST', '/api/api-keys', {
      key_name: 'Odd',
      permissions: ['read', 'write'],
    });
    const ids: string[] = [];
    for (let link = 0; link < LINKS; link += 1)
      ids.push((await owner.createLink({ url: 'https://example.com/own' })).id);
    const document = (await (await fetch(`${node.web}/api/openapi.json`)).json()) as ApiDocument;
    const callers: Caller[] = [
      { name: 'guest', headers: {} },
      { name: 'session', headers: { cookie: owner.cookie, 'x-csrf-token': owner.csrfToken } },
      { name: 'key', headers: { authorization: `Bearer ${api_key}` } },
    ];
    return new Run(node, seed, { codes, callers, api: new ApiRequests(document, ids) });
  }

  async through(cases: number): Promise<void> {
    for (const visit of this.visits) {
      await visit.first(this.node);
      visit.start(20);
    }
    for (let from = 0; from < cases; from += PORTION) {
      const count = Math.min(PORTION, cases - from);
      const seed = this.seed + from;
      for (const [name, url] of [
        ['redirect', this.node.redirect()],
        ['gateway', this.node.web],
      ] as const) {
        const around = {
          host: new URL(url).host,
          codes: this.codes,
          secret: this.node.proxied('')['x-linkway-proxy'] ?? '',
        };
        const wire = fc.sample(wireRequest(around), { seed, numRuns: count });
        await atOnce(wire, async (each) => this.note(name, each, await sendOnWire(url, each)));
      }
      const asked = fc.sample(fc.tuple(fc.constantFrom(...this.callers), this.api.any()), { seed, numRuns: count });
      await atOnce(asked, async ([caller, each]) =>
        this.note('api', { caller: caller.name, ...each }, await this.ask(caller, each)),
      );
      this.lookForEnded();
      say(`  ${this.sent} requests, ${this.faults.length} faults`);
      if (this.faults.length > 0) break;
    }
    // What goes wrong behind an answer does so now.
    await delay(1_000);
    if (this.faults.length === 0) this.lookForEnded();
    for (const visit of this.visits) await visit.stop();
  }

  /** With what each said last. */
  private lookForEnded(): void {
    const { processes } = this.node.record();
    for (const [name, pid] of this.pids) {
      if (processes[name]?.pid === pid) continue;
      const last = readFileSync(join(this.node.dataDir, 'logs', `${name}.stderr.log`), 'utf8').slice(-2_000);
      this.faults.push(`${name} was ended${last === '' ? '' : `: ${last}`}`);
    }
  }

  judge(): void {
    const failed = this.visits.reduce((sum, visit) => sum + visit.failed, 0);
    const answered = this.visits.reduce((sum, visit) => sum + visit.answered.size, 0);
    if (failed > 0) this.faults.push(`known links: ${this.visits.map(({ faults }) => faults).join('; ')}`);
    this.faults.push(...unhandled(join(this.node.dataDir, 'logs')));
    say(
      `answers: ${[...this.statuses]
        .sort()
        .map(([status, count]) => `${status} ${count}`)
        .join(', ')}`,
    );
    say(`${answered} visits of known links answered meanwhile, ${failed} not`);
    for (const fault of this.faults.slice(0, TOLD)) say(`NOT MET: ${fault}`);
    report({
      name: 'odd-requests',
      value: this.faults.length,
      unit: `faults over ${this.sent} requests of seed ${this.seed}`,
      reference: answered,
      ratio: null,
      target:
        'no 5xx but 501 for unknown methods and 503 with Retry-After, nothing unhandled, nothing ends or hangs, known links always answered',
      pass: this.faults.length === 0 && this.sent > 0 && answered > 0,
    });
  }

  private note(name: string, sent: unknown, { status, head, hung }: Outcome): void {
    this.sent += 1;
    const kind = `${name} ${status || 'closed'}`;
    this.statuses.set(kind, (this.statuses.get(kind) ?? 0) + 1);
    const fault = hung
      ? 'neither answered nor closed'
      : head.some((line) => line.startsWith('x-injected'))
        ? 'a header out of the address'
        : status >= 500 && !isDocumented(name, status, head)
          ? `answered ${status}`
          : null;
    if (fault !== null) this.faults.push(`${name}: ${fault}: ${shortened(JSON.stringify(sent))}`);
  }

  private ask(caller: Caller, { method, path, body, headers }: ApiRequest): Promise<Outcome> {
    const { hostname, port } = new URL(this.node.web);
    // Node's client announces no body of methods that seldom have one.
    const ofBody =
      body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const all = { ...ofBody, ...headers, ...caller.headers };
    return new Promise((resolve) => {
      const sent = request({ hostname, port, method, path, headers: all, timeout: API_PATIENCE_MS }, (response) => {
        response.resume();
        const head = response.rawHeaders.flatMap((part, at) =>
          at % 2 === 0 ? [`${part.toLowerCase()}: ${response.rawHeaders[at + 1]}`] : [],
        );
        response.once('close', () => resolve({ status: response.statusCode ?? 0, head, hung: false }));
      });
      let hung = false;
      sent.once('timeout', () => {
        hung = true;
        sent.destroy();
      });
      sent.once('error', () => resolve({ status: 0, head: [], hung }));
      sent.end(body ?? undefined);
    });
  }
}

/** To be read: the seed makes it again as it was. */
const shortened = (text: string): string =>
  text
    .replaceAll(/(.{1,4}?)\1{30,}/g, (run, part: string) => `${part}<${run.length / part.length} times>`)
    .slice(0, 4_000);

/** A method that HTTP does not have (RFC 9110 9.1), and what comes beyond what can be borne, which says when to come again. */
const isDocumented = (name: string, status: number, head: readonly string[]): boolean =>
  (status === 501 && name !== 'api') || (status === 503 && head.some((line) => line.startsWith('retry-after:')));

async function atOnce<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let each = all[next++]; each !== undefined; each = all[next++]) await work(each);
    }),
  );
}

/** Lines of logs of what nobody caught. */
function unhandled(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => /unhandled|uncaught|"level":"fatal"/i.test(line))
        .map((line) => `${name}: ${line.slice(0, 1_000)}`),
    );
}
