import { getCsrf, getMe, getQuotaRpc, login, logout, register, registerUserRpc, signOutRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller, UseGuards } from '@nestjs/common';
import { type ApiReply, type ApiRequest, callerOf, type SignedIn } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { localeOf } from '../http/locale.js';
import { Outages } from '../http/outages.js';
import { AdminGate } from '../security/admin-gate.js';
import { ownerOfToken } from '../session/csrf.js';
import { OwnVisitsCookie } from '../session/own-visits-cookie.js';
import { SessionCookie } from '../session/session-cookie.js';
import { Sessions } from '../session/sessions.js';
import { Entrance } from './entrance.js';
import { SignInGuard } from './sign-in.strategy.js';

@Controller()
export class AuthController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly entrance: Entrance,
    private readonly outages: Outages,
    private readonly gate: AdminGate,
    private readonly ownVisits: OwnVisitsCookie,
  ) {}

  @Endpoint(getCsrf)
  async csrf(_input: EndpointInput<typeof getCsrf>, request: ApiRequest, reply: ApiReply) {
    return { csrf_token: reply.generateCsrf({ userInfo: ownerOfToken(request, this.cookie) }) };
  }

  @Endpoint(register)
  async register({ body }: EndpointInput<typeof register>, request: ApiRequest, reply: ApiReply) {
    const language = localeOf(request.headers['accept-language']);
    const started = await this.rpc.call(registerUserRpc, { ...body, language, ...this.entrance.of(request) });
    return this.entrance.enter(started, request, reply);
  }

  @UseGuards(SignInGuard)
  @Endpoint(login)
  async login(_input: EndpointInput<typeof login>, request: ApiRequest, reply: ApiReply) {
    return this.entrance.enter(request.signedIn as SignedIn, request, reply);
  }

  @Endpoint(logout)
  async logout(_input: EndpointInput<typeof logout>, request: ApiRequest, reply: ApiReply) {
    const token = this.cookie.read(request);
    if (token === null) return;
    await this.rpc.call(signOutRpc, { session_token: token }, { caller: request.session && callerOf(request) });
    if (request.session) this.sessions.end(request.session.session_id);
    this.cookie.clear(reply);
  }

  @Endpoint(getMe)
  async me(_input: EndpointInput<typeof getMe>, request: ApiRequest, reply: ApiReply) {
    const caller = callerOf(request);
    const { user, impersonation, own_visits_token, expires_at } = request.session as NonNullable<ApiRequest['session']>;
    this.ownVisits.keep(request, reply, own_visits_token, expires_at);
    const quota = user.must_confirm_email
      ? null
      : await this.outages.nullDuring('links', this.rpc.call(getQuotaRpc, {}, { caller }));
    return {
      ...user,
      monthly_links_limit: quota?.monthly_links_limit ?? null,
      monthly_links_used: quota?.monthly_links_used ?? null,
      total_links: quota?.total_links ?? null,
      month_ends_at: quota?.month_ends_at ?? null,
      ...(impersonation && { impersonation }),
      ...((await this.mustSetUpTwoFactor(request)) && { two_factor_setup_required: true }),
    };
  }

  private async mustSetUpTwoFactor(request: ApiRequest): Promise<boolean> {
    const { role, must_change_password, must_confirm_email } = (request.session as NonNullable<ApiRequest['session']>)
      .user;
    if (role !== 'admin' || must_change_password || must_confirm_email) return false;
    return (await this.outages.nullDuring('identity', this.gate.lacksTwoFactor(request))) ?? false;
  }
}
