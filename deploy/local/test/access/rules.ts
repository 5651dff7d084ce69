import { inherited } from './document.ts';

/** Whoever asks; what each of them has stands in `callers.ts`. */
export const callerNames = [
  'nobody',
  'user',
  'premium',
  'administrator',
  'other user',
  'other administrator',
  'who must change the password',
  'who must confirm the address',
  'without CSRF token',
  'disabled',
  'ended session',
  'expired session',
  'read-only key',
  'full key',
  'key with domains',
  "administrator's key",
  "other's key",
  'revoked key',
  'deleted key',
  'expired key',
  "disabled account's key",
  'key of an ended plan',
  'key of who must confirm the address',
] as const;
export type CallerName = (typeof callerNames)[number];

/** `in`, or the status and code that the caller is refused with. */
export type Outcome = 'in' | `${number} ${string}`;

type Group = Readonly<Record<CallerName, Outcome>>;

const STRANGER = '401 auth.unauthenticated';
const FORBIDDEN = '403 auth.forbidden';
const BAD_KEY = '401 auth.api_key_invalid';
const CSRF = '403 request.csrf_invalid';
const NO_PLAN = '403 auth.subscription_required';
const PASSWORD = '403 auth.password_change_required';
const ADDRESS = '403 auth.email_confirmation_required';

/** What every operation tells a key that may not be used any more, but for those that look at no caller. */
const badKeys = {
  'revoked key': BAD_KEY,
  'deleted key': BAD_KEY,
  'expired key': BAD_KEY,
  "disabled account's key": BAD_KEY,
  'key of an ended plan': NO_PLAN,
  'key of who must confirm the address': ADDRESS,
} as const;
const noKeys = {
  'read-only key': FORBIDDEN,
  'full key': FORBIDDEN,
  'key with domains': FORBIDDEN,
  "administrator's key": FORBIDDEN,
  "other's key": FORBIDDEN,
  ...badKeys,
} as const;
const strangers = {
  nobody: STRANGER,
  disabled: STRANGER,
  'ended session': STRANGER,
  'expired session': STRANGER,
} as const;

const groups = {
  /** No caller is looked at: a session or a key changes nothing. */
  everybody: {
    nobody: 'in',
    user: 'in',
    premium: 'in',
    administrator: 'in',
    'other user': 'in',
    'other administrator': 'in',
    'who must change the password': 'in',
    'who must confirm the address': 'in',
    'without CSRF token': CSRF,
    disabled: 'in',
    'ended session': 'in',
    'expired session': 'in',
    'read-only key': 'in',
    'full key': 'in',
    'key with domains': 'in',
    "administrator's key": 'in',
    "other's key": 'in',
    'revoked key': 'in',
    'deleted key': 'in',
    'expired key': 'in',
    "disabled account's key": 'in',
    'key of an ended plan': 'in',
    'key of who must confirm the address': 'in',
  },
  /** Whoever is signed in, for their own account; no key. */
  members: {
    ...strangers,
    user: 'in',
    premium: 'in',
    administrator: 'in',
    'other user': 'in',
    'other administrator': 'in',
    'who must change the password': PASSWORD,
    'who must confirm the address': ADDRESS,
    'without CSRF token': CSRF,
    ...noKeys,
  },
  /** Administrators in a session; none of their keys. */
  administrators: {
    ...strangers,
    user: FORBIDDEN,
    premium: FORBIDDEN,
    administrator: 'in',
    'other user': FORBIDDEN,
    'other administrator': 'in',
    'who must change the password': PASSWORD,
    'who must confirm the address': ADDRESS,
    'without CSRF token': CSRF,
    ...noKeys,
  },
  /** Members, and every key. */
  readers: {
    ...strangers,
    user: 'in',
    premium: 'in',
    administrator: 'in',
    'other user': 'in',
    'other administrator': 'in',
    'who must change the password': PASSWORD,
    'who must confirm the address': ADDRESS,
    'without CSRF token': CSRF,
    'read-only key': 'in',
    'full key': 'in',
    'key with domains': 'in',
    "administrator's key": 'in',
    "other's key": 'in',
    ...badKeys,
  },
  /** Members, and keys that may write. */
  writers: {
    ...strangers,
    user: 'in',
    premium: 'in',
    administrator: 'in',
    'other user': 'in',
    'other administrator': 'in',
    'who must change the password': PASSWORD,
    'who must confirm the address': ADDRESS,
    'without CSRF token': CSRF,
    'read-only key': FORBIDDEN,
    'full key': 'in',
    'key with domains': 'in',
    "administrator's key": 'in',
    "other's key": 'in',
    ...badKeys,
  },
} as const satisfies Record<string, Group>;

/** Schemes of OpenAPI that the document must name for a group; an empty one stands for nobody in particular. */
const schemes = {
  everybody: [],
  members: ['session'],
  administrators: ['session'],
  readers: ['session', 'apiKey'],
  writers: ['session', 'apiKey'],
} as const satisfies Record<keyof typeof groups, readonly string[]>;

interface Particulars {
  /** What the operation is about is somebody's: others are told this, as of what is not there. */
  readonly others?: Outcome;
  /** Callers who are told something else than their group. */
  readonly but?: Partial<Group>;
  /** Schemes of the document, where they are not those of the group. */
  readonly schemes?: readonly string[];
}

export interface Rule {
  readonly group: keyof typeof groups;
  /** As the document names it; null: none. */
  readonly permission: string | null;
  readonly others: Outcome | null;
  readonly schemes: readonly string[];
  readonly outcomes: Group;
}

function rule(group: keyof typeof groups, permission: string | null, given: Particulars = {}): Rule {
  const { others = null, but = {} } = given;
  const reaching = others !== null && groups[group];
  const told = Object.fromEntries(
    (['other user', 'other administrator', "other's key"] as const).flatMap((name) =>
      reaching && reaching[name] === 'in' ? [[name, others]] : [],
    ),
  );
  const outcomes = { ...groups[group], ...told, ...but };
  return { group, permission, others, schemes: given.schemes ?? schemes[group], outcomes };
}

const everybody = (given?: Particulars) => rule('everybody', null, given);
const members = (permission: string, given?: Particulars) => rule('members', permission, given);
const readers = (permission: string, given?: Particulars) => rule('readers', permission, given);
const writers = (permission: string, given?: Particulars) => rule('writers', permission, given);
const administrators = (permission: string, given?: Particulars) => rule('administrators', permission, given);

/** Somebody whose password a machine made up may do this all the same. */
const evenBeforePassword = { but: { 'who must change the password': 'in' } } as const;
/** And so may somebody who has to confirm their address. */
const evenBeforeAll = {
  but: { ...evenBeforePassword.but, 'who must confirm the address': 'in' },
} as const;
const LOGIN = '401 links.login_required';
const NO_WEBHOOKS = '403 webhooks.premium_required';
/** Tells of links of all domains. */
const ofAllDomains = { 'key with domains': '403 auth.outside_key_scope' } as const;

/**
 * Who may do what, by the operation's id, written down apart from what the product makes of it. An operation that is not here fails the
 * test, unless it only reads what lies below something that is here: `GET /api/links/{id}/...` is as `GET /api/links/{id}`.
 */
const rules: Readonly<Record<string, Rule>> = {
  // Signing in and out.
  getCsrf: everybody(),
  register: everybody(),
  login: everybody(),
  logout: everybody({ schemes: ['', 'session'], but: noKeys }),
  confirmEmail: everybody(),
  resendConfirmation: everybody(),
  forgotPassword: everybody(),
  resetPassword: everybody(),
  getGoogle: everybody(),
  startGoogle: everybody(),
  googleCallback: everybody(),
  finishGoogle: everybody(),
  getPasswordRules: everybody(),

  // One's own account.
  getMe: members('account:read', evenBeforeAll),
  changePassword: members('account:write', evenBeforePassword),
  listSessions: members('account:read'),
  endSession: members('account:write', { others: '404 session.not_found' }),
  endOtherSessions: members('account:write'),
  getProfile: members('account:read'),
  updateProfile: members('account:write'),
  setAvatar: members('account:write'),
  deleteAvatar: members('account:write'),
  getAvatar: everybody(),
  getSiteImage: everybody(),
  getSettings: members('account:read'),
  updateSettings: members('account:write'),
  listNotifications: members('account:read'),
  countUnreadNotifications: members('account:read'),
  readNotification: members('account:write', { others: '404 notifications.not_found' }),
  readNotifications: members('account:write'),
  getPush: members('account:read'),
  addPushBrowser: members('account:write'),
  removePushBrowser: members('account:write', { others: '404 push.browser_not_found' }),
  getTwoFactor: members('account:read'),
  setUpTwoFactor: members('account:write'),
  enableTwoFactor: members('account:write'),
  disableTwoFactor: members('account:write'),
  renewRecoveryCodes: members('account:write'),
  exportOwnData: members('account:write'),
  requestAccountDeletion: members('account:write'),
  cancelAccountDeletion: members('account:write'),

  // API keys are made with the Premium plan; whoever has some may turn them off without.
  listApiKeys: members('account:read'),
  createApiKey: members('account:write', {
    but: { user: '403 api_keys.premium_required', 'other user': '403 api_keys.premium_required' },
  }),
  changeApiKey: members('account:write', { others: '404 api_keys.not_found' }),
  deleteApiKey: members('account:write', { others: '404 api_keys.not_found' }),

  // Webhooks are made with the Premium plan; whoever has some may see, change and delete them without.
  listWebhooks: readers('links:read', { but: ofAllDomains }),
  createWebhook: writers('links:write', { but: { ...ofAllDomains, user: NO_WEBHOOKS, 'other user': NO_WEBHOOKS } }),
  getWebhook: readers('links:read', { others: '404 webhooks.not_found', but: ofAllDomains }),
  changeWebhook: writers('links:write', { others: '404 webhooks.not_found', but: ofAllDomains }),
  deleteWebhook: writers('links:write', { others: '404 webhooks.not_found', but: ofAllDomains }),
  rotateWebhookSecret: writers('links:write', {
    others: '404 webhooks.not_found',
    but: { ...ofAllDomains, user: NO_WEBHOOKS },
  }),
  testWebhook: writers('links:write', {
    others: '404 webhooks.not_found',
    but: { ...ofAllDomains, user: NO_WEBHOOKS },
  }),
  listWebhookDeliveries: readers('links:read', { others: '404 webhooks.not_found', but: ofAllDomains }),
  getWebhookDelivery: readers('links:read', { others: '404 webhooks.not_found', but: ofAllDomains }),
  replayWebhookDelivery: writers('links:write', {
    others: '404 webhooks.not_found',
    but: { ...ofAllDomains, user: NO_WEBHOOKS },
  }),

  // Links and their statistics.
  listDomains: everybody({
    schemes: ['', 'session', 'apiKey'],
    but: { ...badKeys, 'who must change the password': PASSWORD, 'who must confirm the address': ADDRESS },
  }),
  createLink: writers('links:write', {
    but: { nobody: LOGIN, disabled: LOGIN, 'ended session': LOGIN, 'expired session': LOGIN },
  }),
  listLinks: readers('links:read'),
  listCampaigns: readers('links:read', { but: ofAllDomains }),
  listCampaignNames: readers('links:read', { but: ofAllDomains }),
  getCampaign: readers('links:read', { others: '404 campaigns.not_found', but: ofAllDomains }),
  createCampaign: writers('links:write', { but: ofAllDomains }),
  changeCampaign: writers('links:write', { others: '404 campaigns.not_found', but: ofAllDomains }),
  deleteCampaign: writers('links:write', { others: '404 campaigns.not_found', but: ofAllDomains }),
  listUtmTemplates: readers('links:read', { but: ofAllDomains }),
  createUtmTemplate: writers('links:write', { but: ofAllDomains }),
  changeUtmTemplate: writers('links:write', { others: '404 utm_templates.not_found', but: ofAllDomains }),
  deleteUtmTemplate: writers('links:write', { others: '404 utm_templates.not_found', but: ofAllDomains }),
  listTags: readers('links:read', { but: ofAllDomains }),
  getLink: readers('links:read', { others: '404 links.not_found' }),
  updateLink: writers('links:write', { others: '404 links.not_found' }),
  deleteLink: writers('links:write', { others: '404 links.not_found' }),
  appealQuarantine: writers('links:write', { others: '404 links.not_found' }),
  changeLinks: writers('links:write'),
  restoreLinkVersion: writers('links:write', { others: '404 links.not_found' }),
  scheduleLinkChange: writers('links:write', { others: '404 links.not_found' }),
  cancelScheduledChange: writers('links:write', { others: '404 links.not_found' }),
  claimLinks: writers('links:write'),
  checkDestination: writers('links:write'),
  getLinkAnalytics: readers('analytics:read', { others: '404 links.not_found' }),
  getLinkOrphanVisits: readers('analytics:read', { others: '404 links.not_found' }),
  getAbTestResults: readers('analytics:read', { others: '404 links.not_found' }),
  getOverview: readers('analytics:read', { but: ofAllDomains }),
  // A stream stays open: no key holds it.
  followClicks: members('analytics:read'),

  // Guests.
  createGuestLink: everybody(),
  reportLink: everybody(),
  getGuestClicks: everybody(),
  getGuestQuota: everybody(),
  getExampleLink: everybody(),

  // Administration.
  listUsers: administrators('admin:users'),
  getUser: administrators('admin:users'),
  updateUser: administrators('admin:users'),
  deleteUser: administrators('admin:users'),
  startImpersonation: administrators('admin:users'),
  endImpersonation: members('account:read'),
  listAuditLog: administrators('admin:audit'),
  listOrphanVisits: administrators('admin:read'),
  listGuestLinks: administrators('admin:read'),
  deleteGuestLink: administrators('admin:write'),
  deleteExpiredGuestLinks: administrators('admin:write'),
  verifyAuditLog: administrators('admin:audit'),
  exportAuditLog: administrators('admin:audit'),
  getMailSettings: administrators('admin:mail'),
  updateMailSettings: administrators('admin:mail'),
  sendTestMail: administrators('admin:mail'),
  listMailTemplates: administrators('admin:mail'),
  getMailTemplate: administrators('admin:mail'),
  updateMailTemplate: administrators('admin:mail'),
  resetMailTemplate: administrators('admin:mail'),
  previewMailTemplate: administrators('admin:mail'),
  listInboxMails: administrators('admin:mail'),
  getInboxMail: administrators('admin:mail'),
  getSecuritySettings: administrators('admin:security'),
  updateSecuritySettings: administrators('admin:security'),
  listReportCases: administrators('admin:security'),
  decideReport: administrators('admin:security'),
  listBlockedDestinations: administrators('admin:security'),
  blockDestinations: administrators('admin:security'),
  unblockDestination: administrators('admin:security'),
  listQuarantinedLinks: administrators('admin:security'),
  decideQuarantine: administrators('admin:security'),
  listBlockedAddresses: administrators('admin:security'),
  blockAddress: administrators('admin:security'),
  unblockAddress: administrators('admin:security'),
  listThreats: administrators('admin:security'),
  updateThreat: administrators('admin:security'),
  blockThreat: administrators('admin:security'),
  getSecurityStatistics: administrators('admin:security'),
  listLanguages: everybody(),
  getLanguageTexts: everybody(),
  getDeployment: administrators('admin:read'),
  listAllDomains: administrators('admin:read'),
  changeDomain: administrators('admin:write'),
  listAllLanguages: administrators('admin:languages'),
  addLanguage: administrators('admin:languages'),
  changeLanguage: administrators('admin:languages'),
  deleteLanguage: administrators('admin:languages'),
  listLanguageTexts: administrators('admin:languages'),
  setLanguageText: administrators('admin:languages'),
  importLanguage: administrators('admin:languages'),
  exportLanguage: administrators('admin:languages'),
};

export const ruleIds: readonly string[] = Object.keys(rules);

export function ruleOf(operationId: string): Rule | null {
  return rules[operationId] ?? rules[inherited(operationId) ?? ''] ?? null;
}

/** What a caller is told. On what only reads no CSRF token is asked for: there, who has none is who they are. */
export function outcomeFor({ group, outcomes }: Rule, caller: CallerName, reads: boolean): Outcome {
  if (caller !== 'without CSRF token' || !reads) return outcomes[caller];
  return group === 'administrators' ? outcomes['other user'] : outcomes.user;
}

/**
 * What the gateway asks other services for on nobody's behalf. Everything else that it may ask for is refused by the service itself to
 * whoever lacks the permission.
 */
export const withoutCaller: readonly string[] = [
  // Who has the password, the token of a session or of a mail, what Google has said, or a key is found out by these.
  'cmd.identity.register.v1',
  'cmd.identity.sign-in.v1',
  'cmd.identity.sign-out.v1',
  'cmd.identity.keep-google-sign-in.v1',
  'cmd.identity.finish-google-sign-in.v1',
  'cmd.identity.confirm-email.v1',
  'cmd.identity.resend-confirmation.v1',
  'cmd.identity.forgot-password.v1',
  'cmd.identity.reset-password.v1',
  'cmd.identity.use-api-key.v1',
  'cmd.identity.report-floods.v1',
  'cmd.identity.report-malicious-links.v1',
  'qry.identity.security-policy.v1',
  'qry.identity.session.v1',
  // Anybody who sees a short link may report it.
  'cmd.links.report-link.v1',
  // By the secret that a guest's browser or the address of a picture is.
  'cmd.links.create-guest.v1',
  'qry.links.guest-links.v1',
  'qry.links.guest-quota.v1',
  'qry.analytics.guest-totals.v1',
  'qry.identity.avatar.v1',
  'qry.links.site-image.v1',
  // For everybody to see.
  'qry.content.offered-languages.v1',
  'qry.content.language-texts.v1',
  'qry.domains.list-active.v1',
  'qry.links.example.v1',
];
