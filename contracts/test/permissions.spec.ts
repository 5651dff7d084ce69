import { describe, expect, it } from '@jest/globals';
import { actorOf, apiKeyCallerSchema, type Caller, callerSchema } from '../src/envelope.js';
import {
  allPermissions,
  hasPermission,
  isKeptFromImpersonators,
  isKeptFromScopes,
  permissionForKeys,
  permissionSchema,
  permissionsOf,
  permissionsOfImpersonator,
  permissionsOfKey,
  permissionsOfRole,
  type ScopeRule,
  withinDomains,
} from '../src/permissions.js';
import { allEndpoints, allRpcs } from '../src/registry.js';

const id = '01900000-0000-7000-8000-000000000001';
const former = { user_id: id, workspace_id: id, session_id: id, role: 'user' };

describe('every contract', () => {
  it.each(allRpcs)('$subject names a permission, or says why it needs none', ({ permission, open }) => {
    if (permission === null) expect(open).toMatch(/^[A-Z].{15,}\.$/);
    else {
      expect(permissionSchema.options).toContain(permission);
      expect(open).toBeUndefined();
    }
  });

  it.each(allEndpoints)('$operationId names a permission exactly where it asks for a session', (endpoint) => {
    if (endpoint.auth === 'session') expect(permissionSchema.options).toContain(endpoint.permission);
    else expect(endpoint.permission).toBeNull();
  });
});

describe('permissions', () => {
  it('are all but those of administrators for a user, and all for an administrator', () => {
    expect(permissionsOfRole('admin')).toEqual(allPermissions);
    expect(permissionsOfRole('user')).toEqual(allPermissions.filter((each) => !each.startsWith('admin:')));
    expect(permissionsOfRole('user')).not.toHaveLength(allPermissions.length);
  });

  it('of a caller are those that it brings, else those of the role of a session, else none', () => {
    const session = callerSchema.parse(former);
    expect(permissionsOf(session)).toEqual(permissionsOfRole('user'));
    expect(permissionsOf({ ...session, permissions: ['links:read'] })).toEqual(['links:read']);
    expect(permissionsOf(callerSchema.parse({ ...former, kind: 'api_key', api_key_id: id }))).toEqual([]);
    expect(permissionsOf({ kind: 'service', service: 'billing' })).toEqual([]);
  });
});

describe('an administrator who acts as a user', () => {
  it('may do all that the user may but change the account, and is named in what comes of it', () => {
    const kept = permissionsOfRole('user').filter((each) => !permissionsOfImpersonator.includes(each));
    expect(kept).toEqual(['account:write']);
    const acting = callerSchema.parse({ ...former, permissions: permissionsOfImpersonator, impersonator_id: id });
    expect(isKeptFromImpersonators(acting, 'account:write')).toBe(true);
    expect(isKeptFromImpersonators(acting, 'admin:users')).toBe(false);
    expect(isKeptFromImpersonators(callerSchema.parse({ ...former, permissions: [] }), 'account:write')).toBe(false);
    expect(actorOf(acting)).toMatchObject({ user_id: id, impersonator_id: id });
    expect(actorOf(callerSchema.parse(former))).not.toHaveProperty('impersonator_id');
  });
});

describe('an API key', () => {
  it('reads links, statistics and domains, and writes links where it may write', () => {
    const reading = ['analytics:read', 'domains:read', 'links:read'];
    expect(permissionsOfKey(['read'])).toEqual(reading);
    expect(permissionsOfKey(['write', 'read'])).toEqual([...reading, 'links:write']);
    expect(permissionsOfKey([])).toEqual([]);
  });

  it('does everything of links and statistics, and nothing of accounts, mails and keys', () => {
    const done = allEndpoints.filter((endpoint) => permissionForKeys(endpoint)).map(({ operationId }) => operationId);
    expect(done.sort()).toEqual([
      'appealQuarantine',
      'cancelScheduledChange',
      'changeCampaign',
      'changeLinks',
      'changeUtmTemplate',
      'changeWebhook',
      'checkDestination',
      'claimLinks',
      'compareLinkVersion',
      'createCampaign',
      'createLink',
      'createUtmTemplate',
      'createWebhook',
      'deleteCampaign',
      'deleteLink',
      'deleteUtmTemplate',
      'deleteWebhook',
      'explainLink',
      'getAbTestResults',
      'getCampaign',
      'getLink',
      'getLinkAnalytics',
      'getLinkOrphanVisits',
      'getOverview',
      'getWebhook',
      'getWebhookDelivery',
      'listCampaignNames',
      'listCampaigns',
      'listDomains',
      'listLinkVersions',
      'listLinks',
      'listScheduledChanges',
      'listTags',
      'listUtmTemplates',
      'listWebhookDeliveries',
      'listWebhooks',
      'replayWebhookDelivery',
      'restoreLinkVersion',
      'rotateWebhookSecret',
      'scheduleLinkChange',
      'testWebhook',
      'updateLink',
    ]);
  });

  it('is named for optional operations alone, which ask for no session', () => {
    const named = allEndpoints.filter(({ keyPermission }) => keyPermission !== undefined);
    expect(named.map(({ operationId, auth }) => [operationId, auth])).toEqual([['listDomains', 'optional']]);
  });
});

/** How each operation that keys may do takes a key with domains: written down apart from the contracts, so that a new one is decided about. */
const scopes: Readonly<Record<string, ScopeRule>> = {
  // Of links, which have a domain each.
  appealQuarantine: 'kept',
  checkDestination: 'kept',
  changeLinks: 'kept',
  cancelScheduledChange: 'kept',
  claimLinks: 'kept',
  compareLinkVersion: 'kept',
  createLink: 'kept',
  deleteLink: 'kept',
  explainLink: 'kept',
  getLink: 'kept',
  getLinkAnalytics: 'kept',
  getLinkOrphanVisits: 'kept',
  getAbTestResults: 'kept',
  listLinks: 'kept',
  listLinkVersions: 'kept',
  listScheduledChanges: 'kept',
  restoreLinkVersion: 'kept',
  scheduleLinkChange: 'kept',
  updateLink: 'kept',
  // Adds up the links of all domains.
  getOverview: 'refused',
  listTags: 'refused',
  // A campaign adds up links of all domains.
  changeCampaign: 'refused',
  createCampaign: 'refused',
  deleteCampaign: 'refused',
  getCampaign: 'refused',
  listCampaignNames: 'refused',
  listCampaigns: 'refused',
  // Templates are for the links of all domains.
  changeUtmTemplate: 'refused',
  createUtmTemplate: 'refused',
  deleteUtmTemplate: 'refused',
  listUtmTemplates: 'refused',
  // Webhooks tell of the links of all domains.
  changeWebhook: 'refused',
  createWebhook: 'refused',
  deleteWebhook: 'refused',
  getWebhook: 'refused',
  getWebhookDelivery: 'refused',
  listWebhookDeliveries: 'refused',
  listWebhooks: 'refused',
  replayWebhookDelivery: 'refused',
  rotateWebhookSecret: 'refused',
  testWebhook: 'refused',
  // The domains of the installation, which everybody sees.
  listDomains: 'open',
};
/** The same of what services are asked for, by its subject. */
const askedScopes: Readonly<Record<string, ScopeRule>> = {
  'cmd.links.check-destination.v1': 'kept',
  'cmd.links.appeal-quarantine.v1': 'kept',
  'cmd.links.bulk.v1': 'kept',
  'cmd.links.cancel-scheduled-change.v1': 'kept',
  'cmd.links.restore-version.v1': 'kept',
  'cmd.links.schedule-change.v1': 'kept',
  'qry.links.scheduled-changes.v1': 'kept',
  'qry.links.version.v1': 'kept',
  'qry.links.versions.v1': 'kept',
  'cmd.links.claim.v1': 'kept',
  'cmd.links.create.v1': 'kept',
  'cmd.links.delete.v1': 'kept',
  'cmd.links.update.v1': 'kept',
  'qry.links.by-ids.v1': 'kept',
  'qry.links.get.v1': 'kept',
  'qry.links.list.v1': 'kept',
  'qry.analytics.link.v1': 'kept',
  'qry.analytics.link-orphan-visits.v1': 'kept',
  'qry.analytics.ab-test.v1': 'kept',
  'qry.analytics.link-totals.v1': 'kept',
  'qry.redirect.explain.v1': 'kept',
  'qry.redirect.usage.v1': 'kept',
  'qry.analytics.overview.v1': 'refused',
  'qry.links.quota.v1': 'refused',
  'qry.links.tags.v1': 'refused',
  'cmd.links.change-campaign.v1': 'refused',
  'cmd.links.create-campaign.v1': 'refused',
  'cmd.links.delete-campaign.v1': 'refused',
  'qry.links.campaign.v1': 'refused',
  'qry.links.campaign-names.v1': 'refused',
  'qry.links.campaigns.v1': 'refused',
  'cmd.links.change-utm-template.v1': 'refused',
  'cmd.links.create-utm-template.v1': 'refused',
  'cmd.links.delete-utm-template.v1': 'refused',
  'qry.links.utm-templates.v1': 'refused',
  'cmd.links.change-webhook.v1': 'refused',
  'cmd.links.create-webhook.v1': 'refused',
  'cmd.links.delete-webhook.v1': 'refused',
  'cmd.links.replay-webhook-delivery.v1': 'refused',
  'cmd.links.rotate-webhook-secret.v1': 'refused',
  'cmd.links.test-webhook.v1': 'refused',
  'qry.links.webhook-deliveries.v1': 'refused',
  'qry.links.webhook-delivery.v1': 'refused',
  'qry.links.webhook.v1': 'refused',
  'qry.links.webhooks.v1': 'refused',
};

describe('an API key with domains', () => {
  const key = apiKeyCallerSchema.parse({
    kind: 'api_key',
    user_id: id,
    workspace_id: id,
    role: 'user',
    api_key_id: id,
    permissions: permissionsOfKey(['read', 'write']).map(withinDomains),
    scope: { domain_ids: [id] },
  });
  const { scope: _, ...withoutScope } = key;

  it('is decided about at every operation that keys may do', () => {
    const decided = allEndpoints.filter((each) => permissionForKeys(each));
    expect(Object.fromEntries(decided.map((each) => [each.operationId, each.scopes]))).toEqual(scopes);
    const others = allEndpoints.filter((each) => !permissionForKeys(each) && each.scopes !== undefined);
    expect(others).toEqual([]);
  });

  it('is decided about at every request between services that asks for a permission of keys', () => {
    const ofKeys = permissionsOfKey(['read', 'write']) as readonly (string | null)[];
    const decided = allRpcs.filter(({ permission }) => ofKeys.includes(permission));
    expect(Object.fromEntries(decided.map((each) => [each.subject, each.scopes]))).toEqual(askedScopes);
  });

  it('has its permissions under other names, which mean nothing to a release that knows no domains of keys', () => {
    const names = key.permissions ?? [];
    expect(names).toHaveLength(4);
    for (const name of names) expect(allPermissions as readonly string[]).not.toContain(name);
  });

  it('is let through where it is kept to its links, and nowhere where nothing is said of that', () => {
    expect(hasPermission(key, 'links:read', 'kept')).toBe(true);
    expect(hasPermission(key, 'domains:read', 'open')).toBe(true);
    expect(hasPermission(key, 'links:read', 'refused')).toBe(false);
    expect(hasPermission(key, 'links:read')).toBe(false);
    expect(hasPermission(key, 'account:read', 'kept')).toBe(false);
    expect(isKeptFromScopes(key, 'links:write')).toBe(true);
    expect(isKeptFromScopes(key, 'account:read')).toBe(false);
  });

  it('is for nothing once its domains are lost on the way, or its permissions are those of another key', () => {
    for (const rule of ['kept', 'open', 'refused'] as const) {
      expect(hasPermission(withoutScope, 'links:read', rule)).toBe(false);
      expect(hasPermission({ ...key, permissions: ['links:read'] }, 'links:read', rule)).toBe(false);
    }
    expect(hasPermission({ ...withoutScope, permissions: ['links:read'] }, 'links:read', 'refused')).toBe(true);
    expect(callerSchema.safeParse({ ...key, scope: { domain_ids: [] } }).success).toBe(false);
  });
});

describe('a caller', () => {
  it('without a kind is a session, as the first release sends it', () => {
    expect(callerSchema.parse(former)).toEqual({ ...former, kind: 'session' });
  });

  it('brings what its kind needs, and permissions that this release may not know', () => {
    const member = { user_id: id, workspace_id: id, role: 'user' };
    expect(callerSchema.safeParse(member).success).toBe(false);
    expect(callerSchema.safeParse({ ...former, kind: 'robot' }).success).toBe(false);
    expect(callerSchema.safeParse({ ...member, kind: 'api_key' }).success).toBe(false);
    const key = { ...member, kind: 'api_key', api_key_id: id, workspace_role: 'editor', permissions: ['moons:read'] };
    expect(callerSchema.parse(key)).toEqual(key);
    expect(callerSchema.parse({ kind: 'service', service: 'billing' })).toEqual({
      kind: 'service',
      service: 'billing',
    });
  });

  it('is the actor of what it causes; nobody is a guest', () => {
    const member = { user_id: id, workspace_id: id, role: 'admin' } as const;
    const callers: [Caller | null, object][] = [
      [null, { kind: 'guest' }],
      [
        { kind: 'service', service: 'billing' },
        { kind: 'service', id: 'billing' },
      ],
      [
        { kind: 'session', ...member, session_id: id },
        { kind: 'session', user_id: id, workspace_id: id, id },
      ],
      [
        { kind: 'api_key', ...member, api_key_id: id },
        { kind: 'api_key', user_id: id, workspace_id: id, id },
      ],
    ];
    for (const [caller, actor] of callers) expect(actorOf(caller)).toEqual(actor);
  });
});
