export interface Answer {
  status: number;
  headers: Response['headers'];
  text: string;
  bytes: Buffer;
  json: Record<string, unknown>;
}

/** A browser as far as the gateway sees one: it keeps cookies, and sends the CSRF token once it has asked for it, of each session that follows. */
export class Browser {
  readonly cookies = new Map<string, string>();
  private csrf: string | null = null;

  constructor(private readonly base: string) {}

  get = (path: string, headers: Record<string, string> = {}) => this.send('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers: Record<string, string> = {}) => this.send('POST', path, body, headers);
  put = (path: string, body?: unknown, headers: Record<string, string> = {}) => this.send('PUT', path, body, headers);
  patch = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    this.send('PATCH', path, body, headers);
  delete = (path: string, headers: Record<string, string> = {}) => this.send('DELETE', path, undefined, headers);

  /** The same browser at another process. */
  at(base: string): Browser {
    const there = new Browser(base);
    for (const [name, value] of this.cookies) there.cookies.set(name, value);
    return there;
  }

  async takeCsrfToken(): Promise<void> {
    const { json } = await this.get('/api/auth/csrf');
    this.csrf = String(json.csrf_token);
  }

  dropCsrfToken(): void {
    this.csrf = null;
  }

  async register(email: string): Promise<Answer> {
    return this.post('/api/auth/register', { email, password: 'secret-1', full_name: 'Ada L.', accept_terms: true });
  }

  sessionToken(): string {
    return this.cookies.get('linkway_session') ?? '';
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const sent: Record<string, string> = { ...this.ownHeaders(), ...headers };
    const init: RequestInit = { method, redirect: 'manual', headers: sent };
    if (body !== undefined) {
      init.body = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
      sent['content-type'] ??= 'application/json';
    }
    const response = await fetch(`${this.base}${path}`, init);
    const before = this.sessionToken();
    this.keepCookies(response.headers.getSetCookie());
    if (this.csrf !== null && this.sessionToken() !== before) await this.takeCsrfToken();
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
    const json = isJson ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, json, bytes };
  }

  private ownHeaders(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { ...(cookie ? { cookie } : {}), ...(this.csrf ? { 'x-csrf-token': this.csrf } : {}) };
  }

  private keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const expires = attributes.find((attribute) => attribute.toLowerCase().startsWith('expires='))?.slice(8);
      if (value === '' || (expires && Date.parse(expires) <= Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
