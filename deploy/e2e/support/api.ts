import type { APIRequestContext, APIResponse } from '@playwright/test';

export interface MadeLink {
  readonly id: string;
  readonly short_code: string;
  readonly short_url: string;
  readonly original_url: string;
  readonly workspace_id: string;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** The first administrator of each Linkway that is started for tests, who has the Premium plan; of all tests, so what one makes there has a name of its own. */
export const administrator: Account = { email: 'admin@example.com', password: 'admin-password-1' };

let accounts = 0;

/** Of an account that nobody has yet. */
export function newAccount(): Account {
  accounts += 1;
  return { email: `person-${process.pid}-${Date.now()}-${accounts}@example.com`, password: 'a-password-1' };
}

/** The HTTP API with the cookies of a browser context: what is set up with it, the pages of that context have. */
export class Api {
  private readonly request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.request = request;
  }

  /** Opens an account and signs it in. */
  async register(account = newAccount()): Promise<Account> {
    await this.ok('POST', '/api/auth/register', { ...account, full_name: 'Linh Tran', accept_terms: true });
    return account;
  }

  async signIn({ email, password }: Account): Promise<void> {
    await this.ok('POST', '/api/auth/login', { email, password });
  }

  createLink(link: Record<string, unknown>): Promise<MadeLink> {
    return this.ok('POST', '/api/links', link);
  }

  async ok<T>(method: string, path: string, data?: unknown): Promise<T> {
    const response = await this.send(method, path, data);
    const text = await response.text();
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  async send(method: string, path: string, data?: unknown): Promise<APIResponse> {
    const headers: Record<string, string> = method === 'GET' ? {} : { 'x-csrf-token': await this.csrfToken() };
    return this.request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
  }

  async csrfToken(): Promise<string> {
    const response = await this.request.get('/api/auth/csrf');
    return ((await response.json()) as { csrf_token: string }).csrf_token;
  }
}
