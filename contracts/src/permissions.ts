import { z } from 'zod';
import type { EndpointContract } from './contract.js';
import type { Caller, KeyScope, MemberCaller } from './envelope.js';

/**
 * What a caller may be allowed to do: an area and, behind the colon, how far it goes. Each endpoint and each request between services
 * names one. What begins with `admin:` is for administrators of the installation.
 */
export const permissionSchema = z.enum([
  'account:read',
  'account:write',
  'admin:audit',
  'admin:languages',
  'admin:mail',
  'admin:read',
  'admin:security',
  'admin:users',
  'admin:write',
  'analytics:read',
  'domains:read',
  'links:read',
  'links:write',
]);
export type Permission = z.output<typeof permissionSchema>;

export const allPermissions: readonly Permission[] = permissionSchema.options;

/** What a session may do: an administrator everything, anybody else all that is not for administrators. */
export const permissionsOfRole = (role: 'user' | 'admin'): readonly Permission[] =>
  role === 'admin' ? allPermissions : allPermissions.filter((permission) => !permission.startsWith('admin:'));

/** What an administrator may do as a user: all that the user may, but for changes of the account itself. */
export const permissionsOfImpersonator: readonly Permission[] = permissionsOfRole('user').filter(
  (permission) => permission !== 'account:write',
);

export const apiKeyPermissionSchema = z.enum(['read', 'write'], { error: 'request.field_type' });
export type ApiKeyPermission = z.output<typeof apiKeyPermissionSchema>;

/** What each permission of an API key lets it do. Nothing of the account: no key makes keys, reads mails or changes a password. */
const ofKeys: Record<ApiKeyPermission, readonly Permission[]> = {
  read: ['analytics:read', 'domains:read', 'links:read'],
  write: ['links:write'],
};

export const permissionsOfKey = (granted: readonly ApiKeyPermission[]): readonly Permission[] =>
  apiKeyPermissionSchema.options.filter((each) => granted.includes(each)).flatMap((each) => ofKeys[each]);

/**
 * What is left of a permission for a key that is limited to some domains, by a name of its own: a release that knows of no limits does not
 * know it either, and refuses the key where it would have let it through to everything.
 */
export const withinDomains = (permission: Permission): string => `${permission}@domains`;

/** How an operation or a request takes a key with a scope: it is `kept` to its links, or `refused`; `open` tells of nothing that is somebody's. */
export type ScopeRule = 'kept' | 'refused' | 'open';

/** null: all of its workspace. */
export const scopeOf = (caller: Caller): KeyScope | null => (caller.kind === 'api_key' ? (caller.scope ?? null) : null);

const keyPermissions = permissionsOfKey(apiKeyPermissionSchema.options);

/**
 * What an API key must be allowed to do for an operation; null: no key does it. A stream of events goes on for as long as a page is open, and no
 * key holds a request longer than it is valid.
 */
export function permissionForKeys({ permission, keyPermission, success }: EndpointContract): Permission | null {
  const needed = keyPermission ?? permission;
  return needed !== null && keyPermissions.includes(needed) && !success.events ? needed : null;
}

/**
 * What a caller may do. Permissions that are not said are those of the role for a session, as the release before this one sends it, and
 * none at all for an API key or a service.
 */
export function permissionsOf(caller: Caller): readonly string[] {
  if (caller.permissions) return caller.permissions;
  return caller.kind === 'session' ? permissionsOfRole(caller.role) : [];
}

/** Whether a caller would have a permission that it lacks, were it the user and not an administrator who acts as the user. */
export const isKeptFromImpersonators = (caller: Caller, permission: Permission): boolean =>
  caller.kind === 'session' &&
  caller.impersonator_id !== undefined &&
  permissionsOfRole(caller.role).includes(permission);

/** Whether a caller would be let through, were it a key without a scope. */
export const isKeptFromScopes = (caller: Caller, permission: Permission): boolean =>
  scopeOf(caller) !== null && permissionsOf(caller).includes(withinDomains(permission));

/** Who may have a permission: those of administrators a service too, any other only somebody in a workspace. */
export type CallerWith<P extends Permission> = P extends `admin:${string}` ? Caller : MemberCaller;

/** Whether a caller has a permission, see `CallerWith`. A key with a scope has none where nothing is said of scopes. */
export function hasPermission<P extends Permission>(
  caller: Caller,
  permission: P,
  scopes: ScopeRule = 'refused',
): caller is Caller & CallerWith<P> {
  const isPossible = caller.kind !== 'service' || permission.startsWith('admin:');
  if (scopeOf(caller) === null) return isPossible && permissionsOf(caller).includes(permission);
  return scopes !== 'refused' && permissionsOf(caller).includes(withinDomains(permission));
}
