import { describe, expect, it } from '@jest/globals';
import type { MemberCaller } from '@linkway/contracts';
import type { AppError } from '@linkway/platform';
import { isWithin, reachOf, requireWithin } from './reach.js';

const id = '01900000-0000-7000-8000-00000000000a';
const other = '01900000-0000-7000-8000-00000000000b';
const member = { user_id: id, workspace_id: id, role: 'user' } as const;
const session: MemberCaller = { kind: 'session', ...member, session_id: id };
const key: MemberCaller = { kind: 'api_key', ...member, api_key_id: id };

describe('the links that are there for a caller', () => {
  it('are all of the workspace for a session and a key without domains', () => {
    for (const caller of [session, key]) {
      expect(reachOf(caller)).toEqual({ workspaceId: id, domainIds: null });
      expect(isWithin(reachOf(caller), null)).toBe(true);
      expect(isWithin(reachOf(caller), other)).toBe(true);
    }
  });

  it('are those of its domains for a key that has some, and none that works on any host', () => {
    const reach = reachOf({ ...key, scope: { domain_ids: [id] } });
    expect(isWithin(reach, id.toUpperCase())).toBe(true);
    expect(isWithin(reach, other)).toBe(false);
    expect(isWithin(reach, null)).toBe(false);
    expect(() => requireWithin(reach, id)).not.toThrow();
    let refused: Partial<AppError> = {};
    try {
      requireWithin(reach, other);
    } catch (error) {
      refused = error as AppError;
    }
    const code = 'auth.outside_key_scope';
    expect(refused).toMatchObject({ code, status: 403, errors: [{ field: 'domain_id', code }] });
  });
});
