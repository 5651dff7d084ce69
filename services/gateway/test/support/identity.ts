import { randomBytes, randomUUID } from 'node:crypto';
import {
  changePasswordRpc,
  confirmEmailRpc,
  endOtherSessionsRpc,
  endSessionRpc,
  forgotPasswordRpc,
  getMailSettingsRpc,
  getSecurityPolicyRpc,
  getSessionRpc,
  listSessionsRpc,
  type RpcInput,
  type RpcReply,
  registerUserRpc,
  reportFloodsRpc,
  reportMaliciousLinksRpc,
  resetPasswordRpc,
  type SecurityPolicy,
  securityChanged,
  sendTestMailRpc,
  sessionEnded,
  signInRpc,
  signOutRpc,
  type User,
  userChanged,
} from '@linkway/contracts';
import { AppError, EventPublisher, fieldError, Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';

type Started = RpcReply<typeof signInRpc>;

/** Answers as identity does, from memory: enough of it to see how the gateway treats its answers. */
@Controller()
export class IdentityResponder {
  readonly floods: RpcInput<typeof reportFloodsRpc>[] = [];
  readonly malicious: RpcInput<typeof reportMaliciousLinksRpc>['sources'] = [];
  readonly users = new Map<string, { user: User; password: string }>();
  readonly sessions = new Map<string, Started>();
  lookups = 0;
  /** Where sessions are used from, by their ids. */
  readonly addresses = new Map<string, string>();
  lastOrigin: RpcInput<typeof signInRpc>['origin'] | null = null;
  lastSignIn: RpcInput<typeof signInRpc> | null = null;
  /** What the last ones to enter were in before, in order. */
  readonly formerSessions: (string | undefined)[] = [];
  lastForgotten: RpcInput<typeof forgotPasswordRpc> | null = null;
  lastConfirmed: RpcInput<typeof confirmEmailRpc> | null = null;
  lastReset: RpcInput<typeof resetPasswordRpc> | null = null;
  lastRegistration: RpcInput<typeof registerUserRpc> | null = null;
  policy: SecurityPolicy = {
    policy_id: randomUUID(),
    version: 1,
    rate_limit_enabled: true,
    requests_per_minute: 60,
    min_password_length: 6,
    session_timeout: 720,
    admin_two_factor_required: false,
    email_verification_required: false,
    ip_whitelist_enabled: false,
    ip_whitelist: [],
    blocked: [],
  };
  /** Its events are still on their way. */
  isSlowToTell = false;

  constructor(protected readonly publisher: EventPublisher) {}

  @Rpc(registerUserRpc)
  async register(input: RpcInput<typeof registerUserRpc>): Promise<Started> {
    this.lastRegistration = input;
    if (this.users.has(input.email)) throw new AppError('auth.email_taken');
    const id = randomUUID();
    const user: User = {
      id,
      email: input.email,
      full_name: input.full_name,
      role: 'user',
      workspace_id: id,
      subscription_type: 'basic',
      created_at: new Date().toISOString(),
    };
    this.users.set(input.email, { user, password: input.password });
    this.lastOrigin = input.origin;
    this.formerSessions.push(input.former_session_token);
    return this.start(user);
  }

  @Rpc(signInRpc)
  async signIn(input: RpcInput<typeof signInRpc>): Promise<Started> {
    this.lastOrigin = input.origin;
    this.lastSignIn = input;
    if (input.email === 'throttled@example.com') throw new AppError('auth.throttled', {}, { retryAfterSeconds: 30 });
    const account = this.users.get(input.email);
    if (!account || account.password !== input.password) throw new AppError('auth.bad_credentials');
    this.judgeCode(account.user, input.code);
    this.formerSessions.push(input.former_session_token);
    return this.start(account.user);
  }

  @Rpc(getSessionRpc)
  async session({ session_token, ip }: RpcInput<typeof getSessionRpc>): Promise<RpcReply<typeof getSessionRpc>> {
    this.lookups += 1;
    const session = this.sessions.get(session_token) ?? null;
    if (session && ip !== undefined && !this.addresses.has(session.session_id)) {
      this.addresses.set(session.session_id, ip);
    }
    return session && { ...session, user: this.told(session.user) };
  }

  @Rpc(listSessionsRpc)
  async list(
    _input: RpcInput<typeof listSessionsRpc>,
    { caller }: RpcCall<typeof listSessionsRpc>,
  ): Promise<RpcReply<typeof listSessionsRpc>> {
    const data = this.of(caller.user_id).map(({ session_id: id, user }) => ({
      id,
      browser: 'firefox',
      os: 'linux',
      device_type: 'desktop' as const,
      ip_address: this.addresses.get(id) ?? '',
      created_at: user.created_at,
      last_used_at: user.created_at,
      current: caller.kind === 'session' && caller.session_id === id,
    }));
    return { data };
  }

  @Rpc(endSessionRpc)
  async endSession({ id }: RpcInput<typeof endSessionRpc>, { caller }: RpcCall<typeof endSessionRpc>) {
    const session = this.of(caller.user_id).find(({ session_id }) => session_id === id);
    if (!session) throw new AppError('session.not_found');
    await this.revoke(session.session_token);
    return { id };
  }

  @Rpc(endOtherSessionsRpc)
  async endOthers(
    _input: RpcInput<typeof endOtherSessionsRpc>,
    { caller }: RpcCall<typeof endOtherSessionsRpc>,
  ): Promise<RpcReply<typeof endOtherSessionsRpc>> {
    const others = this.of(caller.user_id).filter(
      ({ session_id }) => caller.kind !== 'session' || caller.session_id !== session_id,
    );
    for (const { session_token } of others) await this.revoke(session_token);
    return { ended: others.length };
  }

  @Rpc(forgotPasswordRpc)
  forgot(input: RpcInput<typeof forgotPasswordRpc>) {
    this.lastForgotten = input;
    return {};
  }

  @Rpc(confirmEmailRpc)
  confirmEmail(input: RpcInput<typeof confirmEmailRpc>) {
    if (input.token !== 'a-token') throw new AppError('auth.confirmation_link_invalid');
    this.lastConfirmed = input;
    return {};
  }

  @Rpc(resetPasswordRpc)
  reset(input: RpcInput<typeof resetPasswordRpc>) {
    if (input.token !== 'a-token') throw new AppError('auth.reset_link_invalid');
    this.lastReset = input;
    return {};
  }

  @Rpc(reportFloodsRpc)
  reportFloods(report: RpcInput<typeof reportFloodsRpc>): RpcReply<typeof reportFloodsRpc> {
    this.floods.push(report);
    return {};
  }

  @Rpc(reportMaliciousLinksRpc)
  reportMalicious({ sources }: RpcInput<typeof reportMaliciousLinksRpc>): RpcReply<typeof reportMaliciousLinksRpc> {
    this.malicious.push(...sources);
    return {};
  }

  @Rpc(getSecurityPolicyRpc)
  securityPolicy(): SecurityPolicy {
    return this.policy;
  }

  /** An administrator changes settings of the security centre. */
  async setPolicy(changes: Partial<SecurityPolicy>): Promise<void> {
    this.policy = { ...this.policy, ...changes, version: this.policy.version + 1 };
    await this.publisher.publish(this.publisher.envelope(securityChanged, this.policy));
  }

  @Rpc(getMailSettingsRpc)
  mailSettings(): RpcReply<typeof getMailSettingsRpc> {
    const server = { host: 'smtp.example.com', port: 587, secure: false, username: 'mailer', password_set: true };
    return { ...server, from_email: '', from_name: 'Linkway', enabled: false, updated_at: null };
  }

  /** Longer than most answers may take. */
  @Rpc(sendTestMailRpc)
  async testMail({ to, language }: RpcInput<typeof sendTestMailRpc>): Promise<RpcReply<typeof sendTestMailRpc>> {
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    return { to, reply: `250 ${language}` };
  }

  /** The user confirms the address, as on another node. */
  async confirm(email: string): Promise<void> {
    const account = this.users.get(email);
    if (!account) throw new Error(`nobody has ${email}`);
    account.user.email_verified = true;
    await this.publisher.publish(this.publisher.envelope(userChanged, { user_id: account.user.id }));
  }

  @Rpc(signOutRpc)
  async signOut({ session_token }: RpcInput<typeof signOutRpc>): Promise<RpcReply<typeof signOutRpc>> {
    return { ended: await this.revoke(session_token) };
  }

  @Rpc(changePasswordRpc)
  async changePassword(
    input: RpcInput<typeof changePasswordRpc>,
    { caller }: RpcCall<typeof changePasswordRpc>,
  ): Promise<Started> {
    const account = [...this.users.values()].find(({ user }) => user.id === caller.user_id);
    if (!account) throw new AppError('auth.unauthenticated');
    if (account.password !== input.current_password) {
      throw fieldError('current_password', 'auth.current_password_wrong');
    }
    account.password = input.new_password;
    account.user = { ...account.user, must_change_password: false };
    this.lastOrigin = input.origin;
    for (const { session_token } of this.of(caller.user_id)) await this.revoke(session_token);
    return this.start(account.user);
  }

  /** Ends a session as an administrator or another node would. */
  async revoke(token: string): Promise<boolean> {
    const session = this.sessions.get(token);
    if (!session || !this.sessions.delete(token)) return false;
    const data = { session_id: session.session_id, user_id: session.user.id };
    if (!this.isSlowToTell) await this.publisher.publish(this.publisher.envelope(sessionEnded, data));
    return true;
  }

  /** Has somebody change their password before anything else, from their next sign-in on. */
  demandPasswordChange(email: string): void {
    const account = this.users.get(email);
    if (account) account.user = { ...account.user, must_change_password: true };
  }

  /** Throws where the account asks for another one. */
  protected judgeCode(_user: User, _code: string | undefined): void {}

  protected userOf(id: string): User {
    const account = [...this.users.values()].find(({ user }) => user.id === id);
    if (!account) throw new AppError('auth.unauthenticated');
    return account.user;
  }

  /** In sessions that are open too, and with an event, as identity does it. */
  protected async change(former: User, changes: Partial<User>): Promise<User> {
    const user = { ...former, ...changes };
    const account = this.users.get(user.email);
    if (account) account.user = user;
    for (const session of this.of(user.id)) session.user = user;
    if (!this.isSlowToTell) await this.publisher.publish(this.publisher.envelope(userChanged, { user_id: user.id }));
    return user;
  }

  private of(userId: string): Started[] {
    return [...this.sessions.values()].filter(({ user }) => user.id === userId);
  }

  private told(user: User): User {
    const must_confirm_email = this.policy.email_verification_required === true && user.email_verified !== true;
    return must_confirm_email ? { ...user, must_confirm_email } : user;
  }

  protected start(user: User): Started {
    const started = {
      user,
      session_id: randomUUID(),
      session_token: randomBytes(32).toString('base64url'),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    };
    this.sessions.set(started.session_token, started);
    return { ...started, user: this.told(user) };
  }
}
