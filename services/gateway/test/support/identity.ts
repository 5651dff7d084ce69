import { randomBytes, randomUUID } from 'node:crypto';
import {
  getSessionRpc,
  type RpcInput,
  type RpcReply,
  registerUserRpc,
  sessionEnded,
  signInRpc,
  signOutRpc,
  type User,
} from '@linkway/contracts';
import { AppError, defineService, EventPublisher, Rpc, serviceConfig } from '@linkway/platform';
import { Controller, Module } from '@nestjs/common';

type Started = RpcReply<typeof signInRpc>;

/** Answers as identity does, from memory: enough of it to see how the gateway treats its answers. */
@Controller()
export class IdentityResponder {
  readonly users = new Map<string, { user: User; password: string }>();
  readonly sessions = new Map<string, Started>();
  lookups = 0;
  lastOrigin: { ip: string; user_agent: string } | null = null;

  constructor(private readonly publisher: EventPublisher) {}

  @Rpc(registerUserRpc)
  async register(input: RpcInput<typeof registerUserRpc>): Promise<Started> {
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
    return this.start(user);
  }

  @Rpc(signInRpc)
  async signIn(input: RpcInput<typeof signInRpc>): Promise<Started> {
    this.lastOrigin = input.origin;
    if (input.email === 'throttled@example.com') throw new AppError('auth.throttled', {}, { retryAfterSeconds: 30 });
    const account = this.users.get(input.email);
    if (!account || account.password !== input.password) throw new AppError('auth.bad_credentials');
    return this.start(account.user);
  }

  @Rpc(getSessionRpc)
  async session({ session_token }: RpcInput<typeof getSessionRpc>): Promise<RpcReply<typeof getSessionRpc>> {
    this.lookups += 1;
    return this.sessions.get(session_token) ?? null;
  }

  @Rpc(signOutRpc)
  async signOut({ session_token }: RpcInput<typeof signOutRpc>): Promise<RpcReply<typeof signOutRpc>> {
    return { ended: await this.revoke(session_token) };
  }

  /** Ends a session as an administrator or another node would. */
  async revoke(token: string): Promise<boolean> {
    const session = this.sessions.get(token);
    if (!session || !this.sessions.delete(token)) return false;
    const data = { session_id: session.session_id, user_id: session.user.id };
    await this.publisher.publish(this.publisher.envelope(sessionEnded, data));
    return true;
  }

  private start(user: User): Started {
    const started = {
      user,
      session_id: randomUUID(),
      session_token: randomBytes(32).toString('base64url'),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    };
    this.sessions.set(started.session_token, started);
    return started;
  }
}

@Module({ controllers: [IdentityResponder] })
class IdentityModule {}

export const identity = defineService({ name: 'identity', config: serviceConfig({}), module: IdentityModule });
