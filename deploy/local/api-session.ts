import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const COME_BACK_MS = 30_000;

/** Sends a request, as `fetch` does. */
type Ask = (address: string, init: RequestInit) => Promise<Response>;

export interface MadeLink {
  readonly id: string;
  readonly short_code: string;
  readonly short_url: string;
}

class Refused extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** A signed-in user of the HTTP API, as a browser is one: cookies and the CSRF token. */
export class ApiSession {
  private readonly cookies = new Map<string, string>();
  private csrf = '';
  private readonly base: string;
  private readonly ask: Ask;

  private constructor(base: string, ask: Ask) {
    this.base = base;
    this.ask = ask;
  }

  /**
   * Opens an account with an address of its own; `ask` sends its requests another way, such as through a balancer. Where it is
   * told to come back, as on a machine that is short of time, it does, with another address.
   */
  static async register(base: string, ask: Ask = fetch): Promise<ApiSession> {
    const latest = Date.now() + COME_BACK_MS;
    for (;;) {
      const session = new ApiSession(base, ask);
      const account = {
        email: `${randomUUID()}@example.com`,
        password: 'a-password-1',
        full_name: 'Load',
        accept_terms: true,
      };
      try {
        await session.send('POST', '/api/auth/register', account);
        return session;
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 503 || Date.now() > latest) throw error;
        await delay(1_000);
      }
    }
  }

  static async signIn(base: string, email: string, password: string): Promise<ApiSession> {
    const session = new ApiSession(base, fetch);
    await session.send('POST', '/api/auth/login', { email, password });
    return session;
  }

  /** Goes on with the cookies of an earlier session. */
  static resume(base: string, cookies: Record<string, string>): ApiSession {
    const session = new ApiSession(base, fetch);
    for (const [name, value] of Object.entries(cookies)) session.cookies.set(name, value);
    return session;
  }

  /** What a browser would keep. */
  jar(): Record<string, string> {
    return Object.fromEntries(this.cookies);
  }

  /** The same as the header that a browser sends. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** What changes carry, once there was one. */
  get csrfToken(): string {
    return this.csrf;
  }

  createLink(link: Record<string, unknown>): Promise<MadeLink> {
    return this.send<MadeLink>('POST', '/api/links', link);
  }

  /** Answers the parsed body; throws with status and body of an error. */
  async send<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    if (method !== 'GET' && !this.csrf) await this.fetchCsrf();
    const response = await this.fetch(method, path, body, headers);
    const text = await response.text();
    // A session has begun: the token of before is not its own.
    if (method !== 'GET' && !this.csrf && response.ok) await this.fetchCsrf();
    if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${text}`, response.status);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  private async fetchCsrf(): Promise<void> {
    this.csrf = ((await (await this.fetch('GET', '/api/auth/csrf')).json()) as { csrf_token: string }).csrf_token;
  }

  private async fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const response = await this.ask(`${this.base}${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        'x-csrf-token': this.csrf,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      // A token is of one session.
      if (name.endsWith('linkway_session') && this.cookies.get(name) !== value) this.csrf = '';
      this.cookies.set(name, value);
    }
    return response;
  }
}
