import {
  type Caller,
  type getSessionRpc,
  permissionsOfImpersonator,
  permissionsOfRole,
  type RpcReply,
  type signInRpc,
} from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Session = NonNullable<RpcReply<typeof getSessionRpc>>;
export type SignedIn = RpcReply<typeof signInRpc>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the session cookie; null without one, or on an endpoint that does not ask. */
    session: Session | null;
    /** What the contract made of params, query, headers and body. */
    input: EndpointParts;
    /** Set by the sign-in strategy. */
    signedIn: SignedIn | null;
  }
}

export interface EndpointParts {
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
}

export type ApiRequest = FastifyRequest;
export type ApiReply = FastifyReply;

/** Who calls by a session. */
export type SessionCaller = Extract<Caller, { kind: 'session' }>;

/** Who calls, as the services are told. */
export function callerOf(request: ApiRequest): Caller {
  if (request.apiKey) return request.apiKey;
  if (!request.session) throw new AppError('auth.unauthenticated');
  return sessionCaller(request.session);
}

/** Who calls, for the entry of the audit log that tells of it. */
export function byOf({ session }: ApiRequest): { email: string; full_name: string } {
  if (!session) throw new AppError('auth.unauthenticated');
  const { email, full_name } = session.user;
  return { email, full_name };
}

export function sessionCaller({ session_id, user, impersonation }: Session): SessionCaller {
  const { id: user_id, workspace_id, role } = user;
  const permissions = [...(impersonation ? permissionsOfImpersonator : permissionsOfRole(role))];
  const caller = { kind: 'session', user_id, workspace_id, session_id, role, permissions } as const;
  return impersonation ? { ...caller, impersonator_id: impersonation.by.id } : caller;
}
