import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clicksStored } from '@linkway/contracts';
import { Metrics, type RunningService, Signals } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { type Answer, Browser } from './support/browser.js';
import { freshEmail, useWorld } from './support/world.js';

const PATH = '/api/analytics/live';
const world = useWorld();
const opened: Following[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.leave();
});

/** A page that follows, as an EventSource does. */
class Following {
  text = '';
  over = false;
  status = 0;
  headers = new Headers();
  private readonly end = new AbortController();

  static async open(browser: Browser, path = PATH, base = world.url): Promise<Following> {
    const following = new Following();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${base}${path}`, { headers: { cookie }, signal: following.end.signal });
    following.status = response.status;
    following.headers = response.headers;
    void following.read(response);
    opened.push(following);
    await eventually(() => following.text.includes('retry:'));
    return following;
  }

  leave(): void {
    this.end.abort();
  }

  get events(): unknown[] {
    return [...this.text.matchAll(/^event: clicks\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
  }

  private async read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) this.text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {
      // It was left, or cut.
    }
    this.over = true;
  }
}

const tell = (workspace: string, link_ids: string[] | null) =>
  world.services.analytics.get<Signals>(Signals).tell(clicksStored, workspace, { link_ids });

async function signedIn(): Promise<{ browser: Browser; workspace: string; user: string }> {
  const browser = await world.signedIn();
  const { json } = await browser.get('/api/me');
  return { browser, workspace: String(json.workspace_id), user: String(json.id) };
}

/** Of a gateway; 0 where nobody has a page open. */
async function openPages(gateway: RunningService): Promise<number> {
  const text = await gateway.get<Metrics>(Metrics).registry.metrics();
  return Number(/^live_pages\{.*\} (\d+)$/m.exec(text)?.[1]);
}

describe('a page that follows clicks', () => {
  it('hears of its own workspace, within moments, and of no other', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()];
    const [hers, his] = [await Following.open(ada.browser), await Following.open(bob.browser)];
    expect(hers.status).toBe(200);
    expect(hers.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(hers.headers.get('cache-control')).toBe('no-store');
    const link = randomUUID();
    // Until the server knows that it listens, what is told is heard by nobody.
    await eventually(() => {
      tell(ada.workspace, [link]);
      expect(hers.events.length).toBeGreaterThan(0);
    });
    expect(hers.events[0]).toEqual({ link_ids: [link] });
    await eventually(() => {
      tell(bob.workspace, null);
      expect(his.events.length).toBeGreaterThan(0);
    });
    expect(his.events[0]).toEqual({ link_ids: null });
  });

  it('is not told what is no such signal', async () => {
    const { browser, workspace } = await signedIn();
    const page = await Following.open(browser);
    const link = randomUUID();
    await eventually(() => {
      tell(workspace, 'everything' as never);
      tell(workspace, [link]);
      expect(page.events.length).toBeGreaterThan(1);
    });
    for (const event of page.events) expect(event).toEqual({ link_ids: [link] });
  });

  it('is disconnected when its session ends, wherever that is', async () => {
    const { browser } = await signedIn();
    const page = await Following.open(browser);
    await world.identity.revoke(browser.sessionToken());
    await eventually(() => expect(page.over).toBe(true), { timeoutMs: 2_000 });
    expect((await browser.get(PATH)).json).toMatchObject({ code: 'auth.unauthenticated' });
  });

  it('is open sixty times for a person at most, in however many sessions, and others find a place', async () => {
    const email = freshEmail();
    const first = world.browser();
    await first.register(email);
    const sessions = [first];
    for (let more = 0; more < 3; more += 1) {
      const browser = world.browser();
      await browser.takeCsrfToken();
      expect((await browser.post('/api/auth/login', { email, password: 'secret-1' })).status).toBe(200);
      sessions.push(browser);
    }
    for (const browser of sessions.slice(0, 3)) {
      await Promise.all(Array.from({ length: 20 }, () => Following.open(browser)));
      expect((await browser.get(PATH)).json).toMatchObject({ status: 429, code: 'request.rate_limited' });
    }
    const beyond = (await sessions.at(-1)?.get(PATH)) as Answer;
    expect(beyond.json).toMatchObject({ status: 429, code: 'request.rate_limited' });
    expect(beyond.headers.get('retry-after')).toBe('60');
    const { browser: other } = await signedIn();
    expect((await Following.open(other)).status).toBe(200);
    opened[0]?.leave();
    await eventually(async () => expect((await sessions.at(-1)?.send('HEAD', PATH))?.status).toBe(200));
  }, 30_000);

  it('must be signed in, as who the page is for', async () => {
    expect((await world.browser().get(PATH)).json).toMatchObject({ status: 401, code: 'auth.unauthenticated' });
    const { browser, user } = await signedIn();
    expect((await browser.get(`${PATH}?account=${randomUUID()}`)).json).toMatchObject({
      code: 'session.other_account',
    });
    expect((await browser.get(`${PATH}?account=me`)).json).toMatchObject({ status: 400, code: 'request.invalid' });
    await Following.open(browser, `${PATH}?account=${user}`);
    expect((await browser.send('HEAD', PATH)).status).toBe(200);
    expect((await browser.post(PATH, {})).status).toBe(405);
  });
});

describe('a gateway', () => {
  let own: RunningService;
  beforeAll(async () => {
    own = await world.another({ LIVE_PAGES: '2', REQUESTS_AT_ONCE: '1', REQUESTS_QUEUED: '0', DRAIN_DELAY_MS: '0' });
  }, 60_000);

  it('gives open pages no place of requests, has so many of them, and lets them go when it stops', async () => {
    const base = own.httpUrl ?? '';
    const browser = new Browser(base);
    await browser.register(freshEmail());
    const pages = [await Following.open(browser, PATH, base), await Following.open(browser, PATH, base)];
    expect((await browser.get('/api/me')).status).toBe(200);
    const refused = await browser.get(PATH);
    expect(refused.json).toMatchObject({ status: 503, code: 'service.busy' });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await openPages(own)).toBe(2);
    pages[0]?.leave();
    await eventually(async () => expect(await openPages(own)).toBe(1));
    const duration = async () =>
      (await own.get<Metrics>(Metrics).registry.metrics()).match(
        /http_server_duration_seconds_count{[^}]*route="[^"]*live"/g,
      );
    expect(await duration()).toBeNull();
    const began = Date.now();
    await own.stop();
    await eventually(() => expect(pages[1]?.over).toBe(true));
    // Whoever is still connected is cut after ten seconds.
    expect(Date.now() - began).toBeLessThan(9_000);
  }, 30_000);
});
