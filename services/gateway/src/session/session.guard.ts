import type { EndpointContract } from '@linkway/contracts';
import { AppError, AppLogger, requirePermission } from '@linkway/platform';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { type ApiReply, type ApiRequest, callerOf, type Session } from '../http/api-request.js';
import { ENDPOINT } from '../http/endpoint.decorator.js';
import { SESSION_STRATEGY } from './session.strategy.js';
import { SessionCookie } from './session-cookie.js';

/** Whose session a page takes itself to be in. Another tab may have signed in somebody else, and cookies know no tabs. */
const ACCOUNT_HEADER = 'x-linkway-account';

function requireOwnSession({ headers, session }: ApiRequest): void {
  const account = headers[ACCOUNT_HEADER];
  if (account !== undefined && session && session.user.id !== account) throw new AppError('session.other_account');
}

/** Finds the caller of every operation; refuses another than the page is for, and those without a session where the contract asks for one. */
@Injectable()
export class SessionGuard extends AuthGuard(SESSION_STRATEGY) {
  constructor(
    private readonly reflector: Reflector,
    private readonly cookie: SessionCookie,
    private readonly logger: AppLogger,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { auth = 'public', permission = null } = this.contractOf(context) ?? {};
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (auth === 'public') {
      request.session = null;
      return true;
    }
    const isLetIn = (await super.canActivate(context)) === true;
    if (isLetIn) requireOwnSession(request);
    // What an operation is made of is guarded by its owners; what the gateway answers by itself, here.
    if (isLetIn && permission) requirePermission(callerOf(request), permission);
    return isLetIn;
  }

  override getAuthenticateOptions() {
    return { session: false, property: 'session' };
  }

  override handleRequest<User = Session | null>(
    error: unknown,
    session: Session | false | null,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (session) return session as User;
    const contract = this.contractOf(context);
    const optional = contract?.auth === 'optional';
    if (error && !optional) throw error;
    if (error) this.logger.warn('session not looked up: the caller counts as a visitor', { error });
    else this.dropCookie(context);
    if (optional) return null as User;
    throw new AppError(
      contract?.errors.includes('links.login_required') ? 'links.login_required' : 'auth.unauthenticated',
    );
  }

  // A cookie that opens nothing any more would only ask for CSRF tokens.
  private dropCookie(context: ExecutionContext): void {
    const http = context.switchToHttp();
    if (this.cookie.isSent(http.getRequest<ApiRequest>())) this.cookie.clear(http.getResponse<ApiReply>());
  }

  private contractOf(context: ExecutionContext): EndpointContract | undefined {
    return this.reflector.get<EndpointContract | undefined>(ENDPOINT, context.getHandler());
  }
}
