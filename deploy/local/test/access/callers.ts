import { eventually } from '@linkway/platform/testkit';
import type { ApiSession } from '../../api-session.ts';
import { type Account, type Accounts, headersOf, type Key, type Spare, type Standing } from './accounts.ts';
import type { Product } from './product.ts';
import type { CallerName } from './rules.ts';

export interface Caller {
  readonly name: CallerName;
  /** Whose things are asked for. */
  readonly account: Account;
  /** Of an account that is made for one request, where that ends the session; null: the caller has no session that lasts. */
  readonly spare: Standing | null;
  /** `spare`: in place of the caller's own account. */
  headers(spare: Spare | null): Record<string, string>;
}

export interface Callers {
  readonly all: readonly Caller[];
  /** Whose things others ask for. */
  readonly owner: Account;
  readonly accounts: readonly Account[];
}

/** Makes every caller that the rules know of. */
export async function makeCallers(product: Product, accounts: Accounts): Promise<Callers> {
  const open = (standing: Standing) => accounts.open(standing);
  const [owner, user, tokenless, other, premium, rival, shut] = await Promise.all([
    open('premium'),
    open('basic'),
    open('basic'),
    open('basic'),
    open('premium'),
    open('premium'),
    open('premium'),
  ]);
  const [administrator, otherAdministrator, unready, unconfirmed, left, late] = await Promise.all([
    open('administrator'),
    open('administrator'),
    open('must change the password'),
    open('must confirm the address'),
    open('basic'),
    open('basic'),
  ]);

  const lasting = (name: CallerName, account: Account): Caller => ({
    name,
    account,
    spare: account.standing,
    headers: (spare) => headersOf((spare ?? account).session),
  });
  const withSession = (name: CallerName, account: Account, headers: Record<string, string>): Caller => ({
    name,
    account,
    spare: null,
    headers: () => headers,
  });
  const withKey = (name: CallerName, { api_key }: Key, account: Account): Caller =>
    withSession(name, account, { authorization: `Bearer ${api_key}` });

  const { 'x-csrf-token': _, ...withoutToken } = headersOf(tokenless.session);
  const all = [
    withSession('nobody', owner, {}),
    lasting('user', user),
    lasting('premium', premium),
    lasting('administrator', administrator),
    lasting('other user', other),
    lasting('other administrator', otherAdministrator),
    lasting('who must change the password', unready),
    lasting('who must confirm the address', unconfirmed),
    withSession('without CSRF token', tokenless, withoutToken),
    withSession('disabled', owner, headersOf(shut.session)),
    withSession('ended session', owner, headersOf(await endedSession(accounts, left))),
    withSession('expired session', owner, headersOf(await expiredSession(product, administrator, late))),
    withKey('read-only key', premium.keyToRead, premium),
    withKey('full key', premium.key, premium),
    withKey('key with domains', await keyWithDomains(premium.session), premium),
    withKey("administrator's key", administrator.key, administrator),
    withKey("other's key", rival.key, rival),
    withKey('revoked key', await offKey(premium.session), owner),
    withKey('deleted key', await deletedKey(premium.session), owner),
    withKey('expired key', await expiredKey(product, premium.session), owner),
    withKey("disabled account's key", shut.key, owner),
    // Its plan has ended since.
    withKey('key of an ended plan', user.key, owner),
    withKey('key of who must confirm the address', unconfirmed.key, owner),
  ];
  await disable(product, accounts, shut);
  return { all, owner, accounts: [owner, user, tokenless, other, premium, rival, administrator, otherAdministrator] };
}

async function endedSession(accounts: Accounts, account: Account): Promise<ApiSession> {
  const session = await accounts.signIn(account);
  // In the memory of the gateway, as one that was used.
  await session.send('GET', '/api/me');
  await account.session.send('DELETE', '/api/me/sessions');
  return session;
}

/** What a gateway remembers of it, it forgets as soon as something of its user changes. */
async function expiredSession(product: Product, administrator: Account, { id, session }: Account): Promise<ApiSession> {
  await product.sql(`UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1`, [id]);
  await administrator.session.send('PATCH', `/api/admin/users/${id}`, { monthly_links_limit: 60 });
  const statusOfMe = () =>
    session.send('GET', '/api/me').then(
      () => 200,
      ({ status }: { status: number }) => status,
    );
  await eventually(async () => {
    if ((await statusOfMe()) !== 401) throw new Error('an expired session is still believed');
  });
  return session;
}

const makeKey = (session: ApiSession) => session.send<Key>('POST', '/api/api-keys', { key_name: 'CI' });

/** Of the one that all links here are on. */
async function keyWithDomains(session: ApiSession): Promise<Key> {
  const { data } = await session.send<{ data: { id: string }[] }>('GET', '/api/domains');
  return session.send<Key>('POST', '/api/api-keys', { key_name: 'CI', domain_ids: data.map(({ id }) => id) });
}

async function offKey(session: ApiSession): Promise<Key> {
  const key = await makeKey(session);
  await session.send('PATCH', `/api/api-keys/${key.id}`, { is_active: false });
  return key;
}

async function deletedKey(session: ApiSession): Promise<Key> {
  const key = await makeKey(session);
  await session.send('DELETE', `/api/api-keys/${key.id}`);
  return key;
}

async function expiredKey(product: Product, session: ApiSession): Promise<Key> {
  const key = await makeKey(session);
  await product.sql(`UPDATE api_keys SET expires_at = now() - interval '1 minute' WHERE id = $1`, [key.id]);
  return key;
}

/** While the session is in the memory of the gateway, and until that has heard of it. */
async function disable({ url }: Product, accounts: Accounts, { id, session }: Account): Promise<void> {
  await session.send('GET', '/api/me');
  await accounts.change(id, { status: 'disabled' });
  await eventually(async () => (await fetch(`${url}/api/me`, { headers: headersOf(session) })).status === 401);
}
