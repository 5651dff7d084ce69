import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteLinkRpc, getLinkRpc, type Link, unblockDestinationRpc } from '@linkway/contracts';
import { ReputationWorker } from '../src/reputation/reputation-worker.js';
import { callerOf, eventually, refusal, useLinks, uuidv7 } from './harness.js';

/** Speaks as Web Risk does: `uris.search`. */
const threats = new Map<string, string>();
const asked: { uri: string; key: string; types: string[] }[] = [];
let answers: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null;
const webRisk = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://web-risk');
  const uri = searchParams.get('uri') ?? '';
  asked.push({ uri, key: String(request.headers['x-goog-api-key']), types: searchParams.getAll('threatTypes') });
  if (answers?.(request, response)) return;
  if (pathname !== '/v1/uris:search' || request.headers['x-goog-api-key'] !== 'a-key') {
    response.writeHead(403).end('{"error":{"code":403,"status":"PERMISSION_DENIED"}}');
    return;
  }
  const threat = threats.get(uri);
  const expireTime = new Date(Date.now() + 300_000).toISOString();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(threat ? { threat: { threatTypes: [threat], expireTime } } : {}));
});
afterAll(() => void webRisk.close());

const environment = { WEB_RISK_API_KEY: 'a-key', WEB_RISK_URL: '', DESTINATIONS_TO_PRIVATE: 'true' };
// Before links starts with it.
beforeAll(async () => {
  await new Promise<void>((resolve) => void webRisk.listen(0, '127.0.0.1', resolve));
  environment.WEB_RISK_URL = `http://127.0.0.1:${(webRisk.address() as AddressInfo).port}`;
});
const links = useLinks(environment);
const administrator = callerOf(uuidv7(), { role: 'admin' });
const freshUrl = (): string => `https://${uuidv7()}.example/`;
const get = (id: string, caller: ReturnType<typeof callerOf>): Promise<Link> => links.call(getLinkRpc, { id }, caller);
const askedFor = (url: string): number => asked.filter(({ uri }) => uri === url).length;
const dueNow = (url: string) => links.query('UPDATE address_checks SET next_at = now() WHERE url = $1', [url]);
const checkOf = async (url: string) =>
  (await links.query<Record<string, unknown>>('SELECT * FROM address_checks WHERE url = $1', [url]))[0];
const PATIENCE = { timeoutMs: 60_000 };

describe('a provider of reputations', () => {
  it('is asked behind a creation, and what it knows harm of is quarantined and refused, until it knows none', async () => {
    const caller = callerOf();
    const url = freshUrl();
    threats.set(url, 'SOCIAL_ENGINEERING');
    const [first, clean] = [await links.create(caller, { url }), await links.create(caller, { url: freshUrl() })];
    await eventually(async () => expect((await get(first.id, caller)).quarantine).not.toBeNull(), PATIENCE);
    expect((await get(first.id, caller)).quarantine?.reasons).toEqual([
      { address: url, source: 'reputation', threat: 'phishing' },
    ]);
    expect(asked.find(({ uri }) => uri === url)).toEqual({
      uri: url,
      key: 'a-key',
      types: ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'],
    });
    expect(await refusal(links.create(caller, { url }))).toBe('links.url_blocked');
    await eventually(async () => expect((await checkOf(clean.original_url))?.checked_at).not.toBeNull(), PATIENCE);
    expect((await get(clean.id, caller)).quarantine).toBeNull();
    // Not again before it says so.
    expect(askedFor(url)).toBe(1);
    threats.delete(url);
    await dueNow(url);
    await eventually(async () => expect((await get(first.id, caller)).quarantine).toBeNull(), PATIENCE);
  });

  it('that refuses, breaks off or answers nothing holds nobody up, and is asked again', async () => {
    const caller = callerOf();
    for (const fail of [
      (response: ServerResponse) => response.writeHead(429).end('{"error":{"status":"RESOURCE_EXHAUSTED"}}'),
      (response: ServerResponse) => response.writeHead(500).end(),
      (response: ServerResponse) => response.end('no JSON'),
      (response: ServerResponse) => response.destroy(),
    ]) {
      const url = freshUrl();
      threats.set(url, 'MALWARE');
      answers = (_request, response) => {
        fail(response);
        return true;
      };
      const made = await links.create(caller, { url });
      await eventually(() => expect(askedFor(url)).toBe(1), PATIENCE);
      await eventually(async () => {
        const next = (await checkOf(url))?.next_at as Date;
        expect(next.getTime() - Date.now()).toBeLessThan(61_000);
        expect((await checkOf(url))?.checked_at).toBeNull();
      }, PATIENCE);
      answers = null;
      await dueNow(url);
      await eventually(async () => expect((await get(made.id, caller)).quarantine).not.toBeNull(), PATIENCE);
    }
  }, 240_000);

  it('is a list in memory as well', async () => {
    const caller = callerOf();
    const made = await links.create(caller, { url: 'http://testsafebrowsing.appspot.com/s/malware.html' });
    await eventually(
      async () => expect((await get(made.id, caller)).quarantine?.reasons[0]).toMatchObject({ threat: 'malware' }),
      PATIENCE,
    );
    expect(askedFor(made.original_url)).toBe(0);
  });

  it('that is a list says of however many addresses what one entry of it says', async () => {
    const caller = callerOf();
    const url = (n: number) => `http://testsafebrowsing.appspot.com/s/phishing.html?n=${n}`;
    const made = await links.create(caller, { url: url(1) });
    await eventually(async () => expect((await get(made.id, caller)).quarantine).not.toBeNull(), PATIENCE);
    expect(await refusal(links.create(caller, { url: url(2) }))).toBe('links.url_blocked');
    const entries = () =>
      links.query<{ entry: string; removed_at: Date | null }>(
        `SELECT entry, removed_at FROM blocked_destinations WHERE entry LIKE 'testsafebrowsing.appspot.com/s/phishing%'`,
      );
    expect(await entries()).toEqual([{ entry: 'testsafebrowsing.appspot.com/s/phishing.html', removed_at: null }]);
    // What an administrator takes off stays off.
    const [listed] = await links.query<{ id: string }>(
      `SELECT id FROM blocked_destinations WHERE entry = 'testsafebrowsing.appspot.com/s/phishing.html'`,
    );
    await links.call(unblockDestinationRpc, { id: listed?.id ?? '' }, administrator);
    await eventually(async () => expect((await get(made.id, caller)).quarantine).toBeNull(), PATIENCE);
    const other = await links.create(caller, { url: url(3) });
    const harmful = freshUrl();
    threats.set(harmful, 'MALWARE');
    // Behind which the other was looked at as well.
    const last = await links.create(caller, { url: harmful });
    await eventually(async () => expect((await get(last.id, caller)).quarantine).not.toBeNull(), PATIENCE);
    expect((await get(other.id, caller)).quarantine).toBeNull();
    expect(await entries()).toHaveLength(1);
  }, 120_000);

  it('is not asked any more about where no link leads, a while after', async () => {
    const caller = callerOf();
    const made = await links.create(caller, { url: freshUrl() });
    const url = made.original_url;
    await eventually(async () => expect((await checkOf(url))?.checked_at).toBeInstanceOf(Date), PATIENCE);
    await links.call(deleteLinkRpc, { id: made.id }, caller);
    await dueNow(url);
    const asking = links.service.get<ReputationWorker>(ReputationWorker);
    await asking.round();
    await eventually(() => expect(askedFor(url)).toBe(2), PATIENCE);
    await eventually(async () => expect((await checkOf(url))?.attempts).toBe(0), PATIENCE);
    await links.query(
      `UPDATE address_checks SET used_at = now() - interval '91 days', next_at = now() WHERE url = $1`,
      [url],
    );
    await asking.round();
    await eventually(async () => expect(await checkOf(url)).toBeUndefined(), PATIENCE);
    expect(askedFor(url)).toBe(2);
  }, 120_000);

  it('that is a list takes off what it does not have any more', async () => {
    const caller = callerOf();
    const made = await links.create(caller, { url: 'http://testsafebrowsing.appspot.com/s/unwanted.html#x' });
    await eventually(async () => expect((await get(made.id, caller)).quarantine).not.toBeNull(), PATIENCE);
    const asking = links.service.get<ReputationWorker>(ReputationWorker);
    await asking.compare();
    expect((await get(made.id, caller)).quarantine).not.toBeNull();
    await links.query(
      `UPDATE blocked_destinations SET entry = 'gone.example' WHERE entry = 'testsafebrowsing.appspot.com/s/unwanted.html'`,
    );
    await asking.compare();
    // The link itself is held anew at once, as the list has its address all the while.
    expect(
      await links.query(`SELECT removed_at IS NULL AS stays FROM blocked_destinations WHERE entry = 'gone.example'`),
    ).toEqual([{ stays: false }]);
  }, 120_000);
});
