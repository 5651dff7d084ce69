import { type Login, signInRpc } from '@linkway/contracts';
import { AppError, RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import type { ApiRequest, SignedIn } from '../http/api-request.js';
import { Entrance } from './entrance.js';

/** Email and password, and the code of an account that asks for one, judged by identity. */
@Injectable()
export class SignInStrategy extends PassportStrategy(Strategy, 'local') {
  constructor(
    private readonly rpc: RpcClient,
    private readonly entrance: Entrance,
  ) {
    super({ usernameField: 'email', passReqToCallback: true });
  }

  /** Takes what the contract made of the body: the email trimmed, nothing else in it. */
  async validate(request: ApiRequest): Promise<SignedIn> {
    const { email, password, code } = request.input.body as Login;
    // An identity of the former release asks for no code, and refuses one.
    const given = { email, password, ...(code !== undefined && { code }) };
    return this.rpc.call(signInRpc, { ...given, ...this.entrance.of(request) });
  }
}

/** Leaves the new session in `request.signedIn`. */
@Injectable()
export class SignInGuard extends AuthGuard('local') {
  override getAuthenticateOptions() {
    return { session: false, property: 'signedIn' };
  }

  override handleRequest<User = SignedIn>(error: unknown, signedIn: SignedIn | false): User {
    if (error) throw error;
    if (!signedIn) throw new AppError('auth.bad_credentials');
    return signedIn as User;
  }
}
