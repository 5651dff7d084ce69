import { describe, expect, it } from '@jest/globals';
import { allPermissions, type EndpointContract, permissionsOfRole } from '@linkway/contracts';
import { AppError, type AppLogger } from '@linkway/platform';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import type { ImpersonatedActs } from '../impersonation/impersonated-acts.js';
import type { AdminGate } from '../security/admin-gate.js';
import { SessionGuard } from './session.guard.js';
import type { SessionCookie } from './session-cookie.js';
import type { Sessions } from './sessions.js';

const id = '01900000-0000-7000-8000-000000000001';
const requestOf = (role: 'user' | 'admin') =>
  ({
    headers: {},
    session: { session_id: id, expires_at: '', user: { id, workspace_id: id, role } },
  }) as unknown as ApiRequest;

function answer(
  request: ApiRequest,
  contract: Pick<EndpointContract, 'auth' | 'permission'>,
  gate: (request: ApiRequest) => void = () => undefined,
) {
  const reflector = { get: () => contract } as unknown as Reflector;
  const { session } = request;
  const cookie = { read: () => 'token', renew: () => undefined, isSent: () => true, clear: () => undefined };
  const sessions = { find: async () => session };
  const guard = new SessionGuard(
    reflector,
    cookie as unknown as SessionCookie,
    sessions as unknown as Sessions,
    {
      check: async (request: ApiRequest) => gate(request),
      checkAddress: async () => undefined,
    } as unknown as AdminGate,
    { record: async () => undefined } as unknown as ImpersonatedActs,
    {} as AppLogger,
  );
  const context = {
    getHandler: () => null,
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => null }),
  };
  return guard.canActivate(context as unknown as ExecutionContext);
}

describe('SessionGuard', () => {
  it('lets in who has the permission of the endpoint, and nobody else', async () => {
    const forAdmins = { auth: 'session', permission: 'admin:read' } as const;
    await expect(answer(requestOf('user'), forAdmins)).rejects.toMatchObject({ code: 'auth.forbidden', status: 403 });
    expect(await answer(requestOf('admin'), forAdmins)).toBe(true);
    expect(await answer(requestOf('user'), { auth: 'session', permission: 'links:read' })).toBe(true);
  });

  it('asks the gate of administration about every endpoint of administrators, and about no other', async () => {
    const shut = () => {
      throw new AppError('security.address_not_allowed');
    };
    const admin = requestOf('admin');
    const refused = { code: 'security.address_not_allowed', status: 403 };
    await expect(answer(admin, { auth: 'session', permission: 'admin:users' }, shut)).rejects.toMatchObject(refused);
    expect(await answer(admin, { auth: 'session', permission: 'links:read' }, shut)).toBe(true);
    const asUser = answer(requestOf('user'), { auth: 'session', permission: 'admin:users' }, shut);
    await expect(asUser).rejects.toMatchObject({ code: 'auth.forbidden' });
  });

  it('refuses a page of another account than the session is of, and asks nothing of who names none', async () => {
    const of = (account?: string) =>
      ({ ...requestOf('user'), headers: { 'x-linkway-account': account } }) as ApiRequest;
    const mine = { auth: 'session', permission: 'links:read' } as const;
    const stranger = id.replace(/1$/, '2');
    for (const contract of [mine, { auth: 'optional', permission: null } as const]) {
      expect(await answer(of(id), contract)).toBe(true);
      expect(await answer(of(), contract)).toBe(true);
      const refused = { code: 'session.other_account', status: 409 };
      await expect(answer(of(stranger), contract)).rejects.toMatchObject(refused);
      await expect(answer(of(''), contract)).rejects.toMatchObject(refused);
    }
    expect(await answer({ ...of(stranger), session: null }, { auth: 'optional', permission: null })).toBe(true);
    expect(await answer(of(stranger), { auth: 'public', permission: null })).toBe(true);
  });

  it('gives a public endpoint no session to look at', async () => {
    const request = requestOf('user');
    expect(await answer(request, { auth: 'public', permission: null })).toBe(true);
    expect(request.session).toBeNull();
  });
});

it('a session calls with the permissions of its role', () => {
  expect(callerOf(requestOf('user'))).toMatchObject({ kind: 'session', permissions: permissionsOfRole('user') });
  expect(callerOf(requestOf('admin'))).toMatchObject({ kind: 'session', role: 'admin', permissions: allPermissions });
});
