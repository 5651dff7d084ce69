import { describe, expect, it } from '@jest/globals';
import { actorOf, type Caller, callerSchema } from '../src/envelope.js';
import {
  allPermissions,
  isKeptFromImpersonators,
  permissionForKeys,
  permissionSchema,
  permissionsOf,
  permissionsOfImpersonator,
  permissionsOfKey,
  permissionsOfRole,
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
      'changeWebhook',
      'claimLinks',
      'createLink',
      'createWebhook',
      'deleteLink',
      'deleteWebhook',
      'getLink',
      'getLinkAnalytics',
      'getOverview',
      'getWebhook',
      'getWebhookDelivery',
      'listDomains',
      'listLinks',
      'listWebhookDeliveries',
      'listWebhooks',
      'replayWebhookDelivery',
      'rotateWebhookSecret',
      'testWebhook',
      'updateLink',
    ]);
  });

  it('is named for optional operations alone, which ask for no session', () => {
    const named = allEndpoints.filter(({ keyPermission }) => keyPermission !== undefined);
    expect(named.map(({ operationId, auth }) => [operationId, auth])).toEqual([['listDomains', 'optional']]);
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
