import {
  finishGoogleSignInRpc,
  type GoogleClaims,
  keepGoogleSignInRpc,
  type RpcInput,
  type RpcReply,
} from '@linkway/contracts';
import { AppError, Rpc, randomKey } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { TwoFactorResponder } from './two-factor.js';

/** Answers as identity does, what is asked of sign-ins with Google too. */
@Controller()
export class GoogleResponder extends TwoFactorResponder {
  readonly kept = new Map<string, RpcInput<typeof keepGoogleSignInRpc>>();
  lastFinish: RpcInput<typeof finishGoogleSignInRpc> | null = null;

  @Rpc(keepGoogleSignInRpc)
  keep(input: RpcInput<typeof keepGoogleSignInRpc>): RpcReply<typeof keepGoogleSignInRpc> {
    if (input.claims.sub === 'nobody') throw new AppError('google.sign_in_invalid');
    const ticket = randomKey();
    this.kept.set(ticket, input);
    return { ticket, expires_at: new Date(Date.now() + 900_000).toISOString() };
  }

  /** Whoever has an account is signed in to it; others are asked for the terms. */
  @Rpc(finishGoogleSignInRpc)
  async finish(input: RpcInput<typeof finishGoogleSignInRpc>): Promise<RpcReply<typeof finishGoogleSignInRpc>> {
    this.lastFinish = input;
    const kept = this.kept.get(input.ticket);
    if (!kept) throw new AppError('google.sign_in_over');
    const { email = '', name: full_name = '' } = kept.claims;
    const account = this.users.get(email);
    if (!account) return { started: null, asks: 'terms', opened: false, email, full_name };
    this.formerSessions.push(input.former_session_token);
    return { started: this.start(account.user), asks: null, opened: false, email, full_name };
  }

  claims(): GoogleClaims | undefined {
    return [...this.kept.values()].at(-1)?.claims;
  }
}
