import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { DEVICE_HEADER, TEXTS_FILE_TYPE } from '@linkway/contracts';
import { SMTPServer } from 'smtp-server';
import {
  type Account,
  type Accounts,
  freshEmail,
  newPushBrowser,
  PASSWORD,
  PICTURE,
  type Spare,
  WEBHOOK,
} from './accounts.ts';
import { SITE_IMAGE } from './product.ts';

/** What makes a request that goes well; the rest stands in the document. */
export interface Wanted {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Beside those of the caller. */
  readonly cookie?: string;
  /** JSON, or a picture. */
  readonly body?: object | Buffer;
  /** Asked with in place of the caller's own session, which this would end or change. */
  readonly as?: Spare;
  /** Once it is answered. */
  readonly done?: () => Promise<void>;
}

export interface Asking {
  /** Whose things are asked for. */
  readonly account: Account;
  /** False: it will be refused, so nothing has to be made for it that could be used up. */
  readonly isIn: boolean;
  readonly accounts: Accounts;
  /** Who asks for nothing, so has what they had. */
  readonly owner: Account;
  /** Of the caller's standing; the account itself where the caller has no session, or will be refused. */
  readonly spare: () => Promise<Spare>;
  /** The caller in another session; the same where the caller has none, or will be refused. */
  readonly again: () => Promise<Spare>;
}

/** Of an address that is blocked for this. */
async function blockedId({ administrator }: Accounts): Promise<string> {
  const address = `198.18.${randomBytes(1)[0]}.${randomBytes(1)[0]}`;
  const path = '/api/admin/security/blocked-addresses';
  return (await administrator.send<{ id: string }>('POST', path, { address, expires_at: null })).id;
}

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString();
const PLANNED = { due_at: IN_A_MONTH, changes: { title: 'Planned' } };
const newPlan = ({ session, link }: Account) =>
  session.send<{ id: string }>('POST', `/api/links/${link.id}/scheduled-changes`, PLANNED);

/** A code that nobody has: regions for private use. */
let languagesMade = 0;
const newLanguage = (): string => {
  languagesMade += 1;
  return `fr-X${String.fromCharCode('A'.charCodeAt(0) + (languagesMade % 26))}`;
};
/** An offered language, which goes once it was asked for; of none where that will be refused. */
async function language({ accounts: { administrator }, isIn }: Asking): Promise<Wanted> {
  if (!isIn) return { path: { code: 'fr', texts: NO_TEXTS } };
  const code = newLanguage();
  await administrator.send('POST', '/api/admin/languages', { code, name: 'Français' });
  await administrator.send('PATCH', `/api/admin/languages/${code}`, { is_active: true });
  return { path: { code, texts: NO_TEXTS }, done: () => removeLanguage(administrator, code) };
}
const removeLanguage = async (administrator: Accounts['administrator'], code: string): Promise<void> => {
  const { data } = await administrator.send<{ data: { code: string }[] }>('GET', '/api/admin/languages');
  if (data.some((each) => each.code === code)) await administrator.send('DELETE', `/api/admin/languages/${code}`);
};
const NO_TEXTS = 'A'.repeat(22);
const TEXTS_FILE = Buffer.from('{"errors":{"languages":{"file_invalid":"Fichier invalide"}}}');

let hostsBlocked = 0;
/** A link of the account that is quarantined; its own one where that will be refused. */
async function quarantinedLink({ account, accounts: { administrator }, isIn }: Asking): Promise<string> {
  if (!isIn) return account.link.id;
  const host = `blocked-${(hostsBlocked += 1)}.example`;
  const { id: made } = await account.session.createLink({ url: `https://${host}/` });
  await administrator.send('POST', BLOCKED, { entries: [host] });
  await until(async () => {
    const { quarantine } = await account.session.send<{ quarantine: object | null }>('GET', `/api/links/${made}`);
    return quarantine !== null;
  });
  return made;
}
const BLOCKED = '/api/admin/blocked-destinations';

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('it does not come to be');
}

/** One for each account, as the same appeal may be made again. */
const appealed = new WeakMap<Account, Promise<string>>();
function appealedLink(asking: Asking): Promise<string> {
  const known = asking.isIn ? appealed.get(asking.account) : undefined;
  const link = known ?? quarantinedLink(asking);
  if (asking.isIn) appealed.set(asking.account, link);
  return link;
}

/** Reports of a link of the account. */
async function reportedCase({ account, accounts: { administrator }, isIn }: Asking): Promise<string> {
  if (!isIn) return '0199a1b2-0000-7000-8000-000000000001';
  const { id: made, short_url: link } = await account.session.createLink({ url: 'https://example.com/reported' });
  await administrator.send('POST', '/api/reports', { link, kind: 'spam' });
  const { data } = await administrator.send<{ data: { id: string; link_id: string }[] }>(
    'GET',
    '/api/admin/link-reports?limit=100',
  );
  return data.find(({ link_id }) => link_id === made)?.id ?? '';
}

/** An entry of the block list. */
async function blockedDestination({ accounts: { administrator }, isIn }: Asking): Promise<string> {
  if (!isIn) return '0199a1b2-0000-7000-8000-000000000001';
  const host = `unblocked-${(hostsBlocked += 1)}.example`;
  await administrator.send('POST', BLOCKED, { entries: [host] });
  const { data } = await administrator.send<{ data: { id: string }[] }>('GET', `${BLOCKED}?search=${host}`);
  return data[0]?.id ?? '';
}

type Make = (asking: Asking) => Wanted | Promise<Wanted>;

const nothing: Make = () => ({});
/** As `{id}` of the path. */
const id =
  (of: (account: Account) => string): Make =>
  (asking) => ({ path: { id: of(asking.account) } });
const withBody =
  (make: Make, body: object): Make =>
  async (asking) => ({ ...(await make(asking)), body });
const asSpare: Make = async ({ spare }) => ({ as: await spare() });

const newDevice = () => randomBytes(16).toString('hex');
const TEMPLATE = 'password_changed';
const TEXT = { subject: 'A text', html_content: '<p>A text</p>', text_content: 'A text' };
const NO_SERVER = { host: '', from_email: '', enabled: false };

/** A request for each operation, by its id. Operations that need nothing beside their address have none. */
const makers: Readonly<Record<string, Make>> = {
  register: async ({ again }) => ({
    body: { email: freshEmail(), password: PASSWORD, full_name: 'Somebody New', accept_terms: true },
    as: await again(),
  }),
  login: async ({ again, accounts }) => {
    const { email } = await accounts.somebody();
    return { body: { email, password: PASSWORD }, as: await again() };
  },
  logout: async ({ again }) => ({ as: await again() }),
  confirmEmail: async ({ accounts }) => ({ body: { token: await accounts.confirmation() } }),
  resendConfirmation: () => ({ body: { email: freshEmail() } }),
  forgotPassword: () => ({ body: { email: freshEmail() } }),
  resetPassword: async ({ accounts, isIn }) => ({
    body: { token: isIn ? await accounts.forgottenPassword() : 'none', password: 'another-password-2' },
  }),

  startGoogle: () => ({ body: { page: 'login' } }),
  finishGoogle: async ({ again, accounts, isIn }) => ({
    body: { accept_terms: true },
    as: await again(),
    ...(isIn && { cookie: await accounts.comeFromGoogle() }),
  }),

  changePassword: withBody(asSpare, { current_password: PASSWORD, new_password: 'another-password-2' }),
  endSession: id(({ sessionToEnd }) => sessionToEnd),
  endOtherSessions: asSpare,
  updateProfile: () => ({ body: { full_name: 'Another Name' } }),
  setAvatar: () => ({ body: PICTURE }),
  getAvatar: ({ owner }) => ({ path: { key: owner.avatarKey } }),
  getSiteImage: () => ({ path: { key: SITE_IMAGE } }),
  updateSettings: () => ({ body: { display_mode: 'dark' } }),
  readNotification: id(({ notification }) => notification),
  readNotifications: ({ account }) => ({ body: { up_to: account.notification } }),
  addPushBrowser: () => ({ body: newPushBrowser() }),
  removePushBrowser: id(({ pushBrowser }) => pushBrowser),
  setUpTwoFactor: withBody(asSpare, { current_password: PASSWORD }),
  enableTwoFactor: async (asking) => {
    const { as, secret } = await beganTwoFactor(asking);
    return { as, body: { code: secret === null ? '123456' : codeOf(secret) } };
  },
  disableTwoFactor: (asking) => provenOwner(asking),
  renewRecoveryCodes: (asking) => provenOwner(asking),
  exportOwnData: withBody(asSpare, { current_password: PASSWORD }),
  requestAccountDeletion: withBody(asSpare, { current_password: PASSWORD }),

  createApiKey: () => ({ body: { key_name: 'CI' } }),
  changeApiKey: withBody(
    id(({ key }) => key.id),
    { key_name: 'Renamed' },
  ),
  deleteApiKey: id(({ keyToDelete }) => keyToDelete.id),

  createWebhook: () => ({ body: WEBHOOK }),
  getWebhook: id(({ webhook }) => webhook.id),
  changeWebhook: withBody(
    id(({ webhook }) => webhook.id),
    { description: 'Renamed' },
  ),
  deleteWebhook: ({ account, isIn }) => ({
    path: { id: ((isIn ? account.webhooksToDelete.pop() : undefined) ?? account.webhook).id },
  }),
  rotateWebhookSecret: id(({ webhook }) => webhook.id),
  testWebhook: id(({ webhook }) => webhook.id),
  listWebhookDeliveries: id(({ webhook }) => webhook.id),
  getWebhookDelivery: ({ account: { webhook, delivery } }) => ({ path: { id: webhook.id, delivery_id: delivery.id } }),
  replayWebhookDelivery: ({ account: { webhook, delivery } }) => ({
    path: { id: webhook.id, delivery_id: delivery.id },
  }),

  createCampaign: () => ({ body: { name: 'Summer', start_date: '2026-06-01', end_date: '2026-08-31' } }),
  getCampaign: id(({ campaign }) => campaign.id),
  changeCampaign: withBody(
    id(({ campaign }) => campaign.id),
    { status: 'active' },
  ),
  deleteCampaign: ({ account, isIn }) => ({
    path: { id: ((isIn ? account.campaignsToDelete.pop() : undefined) ?? account.campaign).id },
  }),
  createUtmTemplate: () => ({ body: { name: `Template ${randomUUID()}`, utm_source: 'news' } }),
  changeUtmTemplate: withBody(
    id(({ utmTemplate }) => utmTemplate.id),
    { utm_source: 'mail' },
  ),
  deleteUtmTemplate: ({ account, isIn }) => ({
    path: { id: ((isIn ? account.utmTemplatesToDelete.pop() : undefined) ?? account.utmTemplate).id },
  }),

  createLink: () => ({ body: { url: 'https://example.com/new' } }),
  // With room for what is others'.
  listLinks: () => ({ query: { limit: '100' } }),
  getLink: id(({ link }) => link.id),
  updateLink: withBody(
    id(({ link }) => link.id),
    { title: 'Another title' },
  ),
  deleteLink: async ({ account, isIn }) => {
    const link = isIn ? await account.session.createLink({ url: 'https://example.com/short-lived' }) : account.link;
    return { path: { id: link.id } };
  },
  listLinkVersions: id(({ link }) => link.id),
  compareLinkVersion: ({ account: { link } }) => ({ path: { id: link.id, version: '1' } }),
  restoreLinkVersion: ({ account: { link } }) => ({ path: { id: link.id, version: '1' } }),
  listScheduledChanges: id(({ link }) => link.id),
  scheduleLinkChange: withBody(
    id(({ link }) => link.id),
    PLANNED,
  ),
  cancelScheduledChange: async ({ account, isIn }) => {
    const planned = isIn ? await newPlan(account) : account.link;
    return { path: { id: account.link.id, change_id: planned.id } };
  },
  getLinkAnalytics: id(({ link }) => link.id),
  getLinkOrphanVisits: id(({ link }) => link.id),
  getAbTestResults: id(({ link }) => link.id),
  changeLinks: ({ account: { link } }) => ({ body: { ids: [link.id], action: 'activate' } }),
  claimLinks: async ({ accounts }) => {
    const { device_id, id: made } = await guestLink(accounts);
    return { body: { device_id, link_ids: [made] } };
  },
  appealQuarantine: async (asking) => ({
    path: { id: await appealedLink(asking) },
    body: { text: 'It is our own site.' },
  }),
  reportLink: () => ({ body: { link: 'go.example/nothing', kind: 'spam' } }),
  decideReport: async (asking) => ({ path: { id: await reportedCase(asking) }, body: { decision: 'dismiss' } }),
  blockDestinations: () => ({ body: { entries: ['harmful.example'] } }),
  unblockDestination: async (asking) => ({ path: { id: await blockedDestination(asking) } }),
  decideQuarantine: async (asking) => ({
    path: { link_id: await quarantinedLink(asking) },
    body: { decision: 'release' },
  }),
  checkDestination: () => ({ body: { url: 'https://nowhere.example/' } }),
  createGuestLink: () => ({ body: { url: 'https://example.com/guest', device_id: newDevice() } }),
  getGuestClicks: async ({ accounts }) => {
    const { device_id, id: made } = await guestLink(accounts);
    return { query: { ids: made }, headers: { [DEVICE_HEADER]: device_id } };
  },
  deleteGuestLink: async ({ accounts }) => ({ path: { id: (await guestLink(accounts)).id } }),
  getGuestQuota: () => ({ headers: { [DEVICE_HEADER]: newDevice() } }),

  getUser: id((account) => account.id),
  updateUser: withBody(
    id((account) => account.id),
    { monthly_links_limit: 12_345 },
  ),
  deleteUser: async ({ accounts, account, isIn }) => ({
    path: { id: isIn ? (await accounts.spare('basic')).id : account.id },
  }),
  // In a session that is somebody else's from then on.
  startImpersonation: async ({ accounts, account, isIn, spare }) => ({
    as: await spare(),
    path: { id: isIn ? (await accounts.spare('basic')).id : account.id },
    body: { reason: 'A test' },
  }),
  updateMailSettings: () => ({ body: NO_SERVER }),
  updateSecuritySettings: () => ({ body: { requests_per_minute: 60 } }),
  blockAddress: () => ({
    body: { address: `198.51.${randomBytes(1)[0]}.${randomBytes(1)[0]}`, reason: 'A test', expires_at: null },
  }),
  unblockAddress: async ({ accounts, isIn }) => ({
    path: { id: isIn ? await blockedId(accounts) : '0199a1b2-0000-7000-8000-000000000001' },
  }),
  updateThreat: async ({ accounts }) => ({ path: { id: await accounts.threat() }, body: { status: 'investigating' } }),
  blockThreat: async ({ accounts }) => ({ path: { id: await accounts.threat() }, body: { expires_at: null } }),
  changeDomain: async ({ accounts: { administrator } }) => {
    const { data } = await administrator.send<{ data: { id: string }[] }>('GET', '/api/admin/domains');
    const path = { id: data[0]?.id ?? '' };
    return {
      path,
      body: { expired_url: 'https://example.com/over' },
      done: () => administrator.send('PATCH', `/api/admin/domains/${path.id}`, { expired_url: null }),
    };
  },
  getLanguageTexts: language,
  addLanguage: async ({ accounts, isIn }) => {
    const code = newLanguage();
    return {
      body: { code, name: 'Français' },
      ...(isIn && { done: () => removeLanguage(accounts.administrator, code) }),
    };
  },
  changeLanguage: withBody(language, { name: 'Le français' }),
  deleteLanguage: language,
  listLanguageTexts: language,
  setLanguageText: withBody(language, { namespace: 'errors', key: 'languages.file_invalid', text: 'Fichier invalide' }),
  importLanguage: async (asking) => ({
    ...(await language(asking)),
    body: TEXTS_FILE,
    headers: { 'content-type': TEXTS_FILE_TYPE },
  }),
  exportLanguage: language,
  sendTestMail: async ({ accounts, isIn }) => {
    const body = { to: 'somebody@example.com' };
    return isIn ? { body, done: await mailServer(accounts) } : { body };
  },
  getMailTemplate: () => ({ path: { name: TEMPLATE } }),
  updateMailTemplate: () => ({ path: { name: TEMPLATE, language: 'en' }, body: TEXT }),
  resetMailTemplate: () => ({ path: { name: TEMPLATE, language: 'en' } }),
  previewMailTemplate: () => ({ path: { name: TEMPLATE, language: 'en' }, body: TEXT }),
  getInboxMail: async ({ accounts }) => {
    const { data } = await accounts.administrator.send<{ data: { id: string }[] }>('GET', '/api/admin/mail/inbox');
    return { path: { id: data[0]?.id ?? '' } };
  },
};

export const makerIds: readonly string[] = Object.keys(makers);

/** `above`: the operation whose path this one goes on, which is asked for by the same id. */
export const makerOf = (operationId: string, above: string | null): Make =>
  makers[operationId] ?? makers[above ?? ''] ?? nothing;

export async function guestLink({ administrator }: Accounts): Promise<{ device_id: string; id: string }> {
  const device_id = newDevice();
  const body = { url: 'https://example.com/guest', device_id };
  const { id: made } = await administrator.send<{ id: string }>('POST', '/api/guest/links', body);
  return { device_id, id: made };
}

/** The secret is null where there is none, as it will be refused. */
async function beganTwoFactor({ spare, isIn }: Asking): Promise<{ as: Spare; secret: string | null }> {
  const as = await spare();
  if (!isIn) return { as, secret: null };
  const body = { current_password: PASSWORD };
  return { as, ...(await as.session.send<{ secret: string }>('POST', '/api/me/two-factor/setup', body)) };
}

/** By a recovery code: those of the authenticator work once. */
async function provenOwner(asking: Asking): Promise<Wanted> {
  const { as, secret } = await beganTwoFactor(asking);
  if (secret === null) return { as, body: { current_password: PASSWORD, code: '123456' } };
  const { recovery_codes } = await as.session.send<{ recovery_codes: string[] }>('POST', '/api/me/two-factor/enable', {
    code: codeOf(secret),
  });
  return { as, body: { current_password: PASSWORD, code: recovery_codes[0] } };
}

/** What an authenticator shows (RFC 6238). */
function codeOf(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const code = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(code % 1_000_000).padStart(6, '0');
}

/** Has mails sent by a server that takes everything; what is given back sets it as it was. */
async function mailServer({ administrator }: Accounts): Promise<() => Promise<void>> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData: (stream, _session, done) => void stream.on('end', () => done(null)).resume(),
  });
  // Of a client that goes away.
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const socket = server.listen(0, '127.0.0.1', () => resolve((socket.address() as AddressInfo).port));
  });
  const set = (settings: object) => administrator.send('PUT', '/api/admin/mail/settings', settings);
  await set({ host: '127.0.0.1', port, from_email: 'hello@linkway.example', enabled: true });
  return async () => {
    await set(NO_SERVER);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}
