import { createECDH, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { eventually } from '@linkway/platform/testkit';
import { ApiSession, type MadeLink } from '../../api-session.ts';
import { ADMINISTRATOR, type Product } from './product.ts';

/** What `ApiSession.register` gives every account. */
export const PASSWORD = 'a-password-1';
/** 8 by 8 pixels. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mO4IyKCFTEMLQkAmD9BAeEqE6gAAAAASUVORK5CYII=',
  'base64',
);

const PATIENCE = { timeoutMs: 60_000 };

export type Standing = 'basic' | 'premium' | 'administrator' | 'must change the password' | 'must confirm the address';

export interface Key {
  readonly id: string;
  readonly api_key: string;
}

/** Somebody with an account, and a thing of each kind. */
export interface Account {
  readonly standing: Standing;
  readonly id: string;
  readonly email: string;
  /** Open, and asked with to begin with; it opens nothing where that is what the account is for. */
  readonly session: ApiSession;
  readonly link: MadeLink;
  readonly avatarKey: string;
  readonly key: Key;
  readonly keyToDelete: Key;
  readonly keyToRead: Key;
  readonly sessionToEnd: string;
  readonly webhook: Webhook;
  /** Of which each is deleted by one caller. */
  readonly webhooksToDelete: Webhook[];
  readonly campaign: { readonly id: string };
  /** Not reached by those who may delete none. */
  readonly campaignsToDelete: { readonly id: string }[];
  readonly utmTemplate: { readonly id: string };
  /** As above. */
  readonly utmTemplatesToDelete: { readonly id: string }[];
  readonly delivery: { readonly id: string };
  /** Of which it was told. */
  readonly notification: string;
  readonly pushBrowser: string;
}

export interface Webhook {
  readonly id: string;
}

/** Nobody listens there. */
export const WEBHOOK = { url: 'http://127.0.0.1:9/hook', events: ['link.deleted'] };

/** Somebody without anything, or somebody in another session: for what can be done once. */
export type Spare = Pick<Account, 'standing' | 'id' | 'email' | 'session'>;

/** Opens accounts. */
export class Accounts {
  private readonly product: Product;
  readonly administrator: ApiSession;
  private confirmed: Promise<string> | null = null;
  private registered: Promise<Spare> | null = null;

  private constructor(product: Product, administrator: ApiSession) {
    this.product = product;
    this.administrator = administrator;
  }

  static async of(product: Product): Promise<Accounts> {
    const { email, password } = ADMINISTRATOR;
    const administrator = await ApiSession.signIn(product.url, email, password);
    // So that there is somebody of whom it is asked; everybody else's address is confirmed.
    await administrator.send('PATCH', '/api/admin/security', { email_verification_required: true });
    return new Accounts(product, administrator);
  }

  change(id: string, changes: Record<string, unknown>): Promise<unknown> {
    return this.administrator.send('PATCH', `/api/admin/users/${id}`, changes);
  }

  /** The id of a threat from an address that nobody else has. */
  async threat(): Promise<string> {
    const id = randomUUID();
    const address = `198.18.${randomInt(256)}.${randomInt(256)}`;
    await this.product.sql(
      `INSERT INTO threats (id, type, subject, ip_address, count, first_seen, alerted_at) VALUES ($1, 'brute_force', $2, $2, 20, now(), now())`,
      [id, address],
    );
    return id;
  }

  signIn({ email }: Pick<Account, 'email'>): Promise<ApiSession> {
    return ApiSession.signIn(this.product.url, email, PASSWORD);
  }

  /** The cookie of somebody new, of whom Google has told. */
  async comeFromGoogle(): Promise<string> {
    const { url, google } = this.product;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ page: 'login' });
    const begun = await fetch(`${url}/api/auth/google/start`, { method: 'POST', headers, body });
    const { authorization_url } = (await begun.json()) as { authorization_url: string };
    const email = freshEmail();
    const back = await google.visit(authorization_url, { sub: email, email, email_verified: true, name: 'Somebody' });
    const cookie = cookiesOf(begun);
    const finish = await fetch(back, { headers: { cookie }, redirect: 'manual' });
    return cookiesOf(finish);
  }

  /** What a session is until somebody else may do something is in the memory of the gateway, so it is another one afterwards. */
  async spare(standing: Standing): Promise<Spare> {
    const first = await ApiSession.register(this.product.url);
    const { id, email } = await first.send<{ id: string; email: string }>('GET', '/api/me');
    await this.product.sql('UPDATE users SET email_verified_at = now() WHERE id = $1', [id]);
    await this.give(id, standing);
    return { standing, id, email, session: await this.signIn({ email }) };
  }

  async open(standing: Standing): Promise<Account> {
    const { id, email, session: first } = await this.spare('basic');
    await this.change(id, { subscription_type: 'premium' });
    const makeKey = (permissions = ['read', 'write']) =>
      first.send<Key>('POST', '/api/api-keys', { key_name: 'CI', permissions });
    // The domain, for one, is told to links by an event.
    const link = await eventually(
      () => first.createLink({ url: 'https://example.com/access', ab_test: { url_b: 'https://example.com/b' } }),
      PATIENCE,
    );
    const makeWebhook = () => first.send<Webhook>('POST', '/api/webhooks', WEBHOOK);
    // So is the plan.
    const webhook = await eventually(makeWebhook, PATIENCE);
    const makeTemplate = (name: string) =>
      first.send<{ id: string }>('POST', '/api/utm-templates', { name, utm_source: 'news' });
    const makeCampaign = (name: string) =>
      first.send<{ id: string }>('POST', '/api/campaigns', {
        name,
        start_date: '2026-01-01',
        end_date: '2026-12-31',
      });
    const things = {
      campaign: await makeCampaign('kept'),
      campaignsToDelete: [await makeCampaign('first'), await makeCampaign('second')],
      utmTemplate: await makeTemplate('kept'),
      utmTemplatesToDelete: [await makeTemplate('first'), await makeTemplate('second')],
      webhook,
      webhooksToDelete: [await makeWebhook(), await makeWebhook()],
      delivery: await first.send<{ id: string }>('POST', `/api/webhooks/${webhook.id}/test`),
      link,
      key: await makeKey(),
      keyToDelete: await makeKey(),
      keyToRead: await makeKey(['read']),
      avatarKey: await this.setAvatar(first),
      sessionToEnd: await this.idOf(await this.signIn({ email })),
      // That there is a key, for one.
      notification: await this.newestNotification(first),
      pushBrowser: (await first.send<{ id: string }>('POST', '/api/me/push/browsers', newPushBrowser())).id,
    };
    if (standing === 'basic') await this.change(id, { subscription_type: 'basic' });
    await this.give(id, standing);
    return { standing, id, email, ...things, session: await this.signIn({ email }) };
  }

  private async give(id: string, standing: Standing): Promise<void> {
    if (standing === 'premium') await this.change(id, { subscription_type: 'premium' });
    if (standing === 'administrator') await this.change(id, { role: 'admin', subscription_type: 'premium' });
    if (standing === 'must change the password')
      await this.product.sql('UPDATE users SET must_change_password = true WHERE id = $1', [id]);
    if (standing === 'must confirm the address')
      await this.product.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [id]);
  }

  private async idOf(session: ApiSession): Promise<string> {
    const { data } = await session.send<{ data: { id: string; current: boolean }[] }>('GET', '/api/me/sessions');
    return data.find(({ current }) => current)?.id ?? '';
  }

  private async newestNotification(session: ApiSession): Promise<string> {
    const { data } = await session.send<{ data: { id: string }[] }>('GET', '/api/notifications');
    return data[0]?.id ?? '';
  }

  private async setAvatar(session: ApiSession): Promise<string> {
    const response = await fetch(`${this.product.url}/api/me/avatar`, {
      method: 'PUT',
      headers: { ...headersOf(session), 'content-type': 'image/png' },
      body: PICTURE,
    });
    const { avatar_url } = (await response.json()) as { avatar_url: string };
    return avatar_url.split('/').at(-1) ?? '';
  }

  /** Somebody whom nobody else signs in as. */
  somebody(): Promise<Spare> {
    this.registered ??= this.spare('basic');
    return this.registered;
  }

  /** The token of a link that somebody got who has registered: it may be followed again and again. */
  confirmation(): Promise<string> {
    this.confirmed ??= this.spare('basic').then(({ email }) => this.mailedToken('confirmation', email));
    return this.confirmed;
  }

  /** The token of a link that works once. */
  async forgottenPassword(): Promise<string> {
    const { email, session } = await this.spare('basic');
    await session.send('POST', '/api/auth/forgot-password', { email });
    return this.mailedToken('reset_password', email);
  }

  private mailedToken(mail: string, email: string): Promise<string> {
    const inbox = '/api/admin/mail/inbox';
    return eventually(async () => {
      const { data } = await this.administrator.send<{ data: { id: string; mail: string; to: string }[] }>(
        'GET',
        `${inbox}?limit=100`,
      );
      const found = data.find((each) => each.mail === mail && each.to.includes(email));
      if (!found) throw new Error(`no mail ${mail} to ${email}`);
      const { text } = await this.administrator.send<{ text: string }>('GET', `${inbox}/${found.id}`);
      return /#token=([\w-]+)/.exec(text)?.[1] ?? '';
    }, PATIENCE);
  }
}

/** As a browser sends them with a change. */
export const headersOf = (session: ApiSession): Record<string, string> => ({
  cookie: session.cookie,
  'x-csrf-token': session.csrfToken,
});

/** As a browser has it: of no push service that there is. */
export function newPushBrowser() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://push.example.com/${randomUUID()}`, keys };
}

export const freshEmail = (): string => `${randomUUID()}@example.com`;

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
