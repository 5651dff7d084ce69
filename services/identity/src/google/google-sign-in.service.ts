import type { finishGoogleSignInRpc, GoogleClaims, RpcInput, RpcReply } from '@linkway/contracts';
import { AppError, CONFIG, Metrics } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { RefusedActs } from '../audit/refused-acts.js';
import type { IdentityConfig } from '../config.js';
import { isHolderKnown } from '../holder/known-holder.js';
import { countOutcome } from '../outcome.js';
import { requireActive } from '../user/account-state.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { GoogleAccountRepository } from './google-account.repository.js';
import { toldBy } from './google-claims.js';
import { GoogleEntry } from './google-entry.js';
import { GoogleRegistration } from './google-registration.js';
import { GoogleSignInRepository, type Told } from './google-sign-in.repository.js';

type Finish = RpcInput<typeof finishGoogleSignInRpc>;
type Finished = RpcReply<typeof finishGoogleSignInRpc>;

const isOver = () => new AppError('google.sign_in_over');

/** Whom Google spoke of, and what becomes of them. */
@Injectable()
export class GoogleSignInService {
  private readonly outcomes;

  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly signIns: GoogleSignInRepository,
    private readonly accounts: GoogleAccountRepository,
    private readonly users: UserRepository,
    private readonly entry: GoogleEntry,
    private readonly registration: GoogleRegistration,
    private readonly refused: RefusedActs,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('identity_google_sign_ins_total', 'Sign-ins with Google by outcome', ['outcome']);
  }

  async keep(claims: GoogleClaims, terms_accepted: boolean): Promise<{ ticket: string; expires_at: string }> {
    const kept = await this.signIns.add({ ...toldBy(claims, this.expected()), terms_accepted }, claims.nonce);
    if (!kept) throw isOver();
    return { ticket: kept.ticket, expires_at: kept.expires_at.toISOString() };
  }

  finish(input: Finish): Promise<Finished> {
    return countOutcome(this.outcomes, async () => {
      const finished = (await this.decide(input)) ?? (await this.decide(input));
      if (!finished) throw isOver();
      return finished;
    });
  }

  /** null: the account that was to be opened has been opened meanwhile, and is there the next time. */
  private async decide(input: Finish): Promise<Finished | null> {
    this.expected();
    const told = await this.signIns.findOpen(input.ticket);
    if (!told) throw isOver();
    const linked = await this.accounts.userOf(told);
    const user = linked === null ? await this.ofAddress(told, input) : await this.users.findById(linked);
    if (user === null) return this.open(told, input);
    return this.refused.watch({ email: user.email, ip: input.origin.ip }, () =>
      this.enter(user, { ...told, isLinked: linked !== null }, input),
    );
  }

  private async enter(user: User, told: Told & { isLinked: boolean }, input: Finish): Promise<Finished> {
    requireActive(user);
    // Anybody may have opened it with somebody else's address, and would have it still, beside its owner; also where she confirmed it.
    if (!told.isLinked && !isHolderKnown(user)) throw new AppError('google.address_unconfirmed');
    const started = await this.entry.enter(user, told, input);
    const { email, full_name } = user;
    return { started, asks: started ? null : 'code', opened: false, email, full_name };
  }

  private ofAddress(told: Told, { origin }: Finish): Promise<User | null> {
    // Of an address that is not believed it is told as of nobody's.
    return this.refused.watch({ email: '', ip: origin.ip }, async () => this.users.findByEmail(addressOf(told)));
  }

  private async open(told: Told, input: Finish): Promise<Finished | null> {
    const email = addressOf(told);
    const user = this.registration.userOf({ ...told, email }, input.language);
    const shown = { email, full_name: user.full_name };
    if (!told.terms_accepted && !input.accept_terms) return { started: null, asks: 'terms', opened: false, ...shown };
    const started = await this.registration.open(user, told, input);
    return started && { started, asks: null, opened: true, ...shown };
  }

  /** Throws `google.not_configured`. */
  private expected() {
    const { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: issuer } = this.config;
    if (clientId === '') throw new AppError('google.not_configured');
    return { clientId, issuer };
  }
}

function addressOf({ email }: Told): string {
  if (email === null) throw new AppError('google.email_unverified');
  return email;
}
