import { type EndpointContract, endImpersonation, getMe, logout } from '@linkway/contracts';
import { AppError, AppLogger, requirePermission } from '@linkway/platform';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type ApiReply, type ApiRequest, callerOf, type Session } from '../http/api-request.js';
import { ENDPOINT } from '../http/endpoint.decorator.js';
import { ImpersonatedActs } from '../impersonation/impersonated-acts.js';
import { AdminGate } from '../security/admin-gate.js';
import { SessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';

/** Whose session a page takes itself to be in. Another tab may have signed in somebody else, and cookies know no tabs. */
const ACCOUNT_HEADER = 'x-linkway-account';

/** Of who acts as somebody, from wherever they are: to see that they do, and to be oneself again. */
const ANYWHERE = new Set([getMe, endImpersonation, logout].map(({ operationId }) => operationId));

/** Whether a page asks that knows its account; streams, for which browsers send no headers of a page's, have it in their query. */
const isOfAccount = ({ headers, query }: ApiRequest): boolean =>
  headers[ACCOUNT_HEADER] !== undefined || (query as { account?: string }).account !== undefined;

function requireOwnSession({ headers, session }: ApiRequest): void {
  const account = headers[ACCOUNT_HEADER];
  if (account !== undefined && session && session.user.id !== account) throw new AppError('session.other_account');
}

/** Finds the caller of every operation but of those that came with an API key, who is known by now; refuses another than the page is for, and those without a session where the contract asks for one. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly cookie: SessionCookie,
    private readonly sessions: Sessions,
    private readonly gate: AdminGate,
    private readonly impersonated: ImpersonatedActs,
    private readonly logger: AppLogger,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const contract = this.contractOf(context);
    const { auth = 'public', permission = null } = contract ?? {};
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    if (request.apiKey) {
      request.session = null;
      return true;
    }
    request.session = auth === 'public' ? null : await this.find(request, http.getResponse<ApiReply>(), auth);
    if (auth === 'public') return true;
    if (!request.session && auth !== 'optional') throw refusalOf(contract);
    requireOwnSession(request);
    if (request.session?.user.must_change_password && !contract?.beforePasswordChange) {
      throw new AppError('auth.password_change_required');
    }
    if (request.session?.user.must_confirm_email && !contract?.beforeConfirmation) {
      throw new AppError('auth.email_confirmation_required');
    }
    // What an operation is made of is guarded by its owners; what the gateway answers by itself, here.
    if (permission) requirePermission(callerOf(request), permission);
    if (permission?.startsWith('admin:')) await this.gate.check(request);
    // It began from where administrators may act, and goes on from there alone.
    if (contract && request.session?.impersonation && !ANYWHERE.has(contract.operationId)) {
      await this.gate.checkAddress(request);
    }
    if (contract) await this.impersonated.record(request, contract);
    return true;
  }

  /** Where it is optional, somebody who cannot be looked up counts as a visitor. */
  private async find(request: ApiRequest, reply: ApiReply, auth: EndpointContract['auth']): Promise<Session | null> {
    const token = this.cookie.read(request);
    try {
      const session = token === null ? null : await this.sessions.find(token, request.ip);
      if (session) this.cookie.renew(request, reply, session.expires_at);
      // A cookie that opens nothing any more would only ask for CSRF tokens. Where a page had a session a moment ago the browser may
      // have its successor by now, which this answer would take away: the password was changed while the question was on its way.
      else if (this.cookie.isSent(request) && !isOfAccount(request)) this.cookie.clear(reply);
      return session;
    } catch (error) {
      if (auth !== 'optional') throw error;
      this.logger.warn('session not looked up: the caller counts as a visitor', { error });
      return null;
    }
  }

  private contractOf(context: ExecutionContext): EndpointContract | undefined {
    return this.reflector.get<EndpointContract | undefined>(ENDPOINT, context.getHandler());
  }
}

const refusalOf = (contract: EndpointContract | undefined): AppError =>
  new AppError(contract?.errors.includes('links.login_required') ? 'links.login_required' : 'auth.unauthenticated');
