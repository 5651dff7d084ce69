import type {
  disableTwoFactorRpc,
  enableTwoFactorRpc,
  MemberCaller,
  RecoveryCodes,
  RpcInput,
  renewRecoveryCodesRpc,
  setUpTwoFactorRpc,
  TwoFactor,
  TwoFactorSetup,
} from '@linkway/contracts';
import { AppError, currentCall, type Emit, fieldError, Metrics, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AttemptService, type Counter } from '../attempt/attempt.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { RefusedActs } from '../audit/refused-acts.js';
import { countOutcome } from '../outcome.js';
import { PasswordCheckService } from '../password/password-check.service.js';
import { requirePassword } from '../password/required-password.js';
import { SessionService } from '../session/session.service.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { otpauthUrl } from './authenticator.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { SealedCodes } from './sealed-codes.js';
import { SecondFactor, wrongCode } from './second-factor.js';
import { type Manager, TwoFactorRepository, type TwoFactorState } from './two-factor.repository.js';
import { TwoFactorNotices } from './two-factor-notices.js';

type Change = 'set_up' | 'enable' | 'disable' | 'renew_recovery_codes';
type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;
type OwnerProof = RpcInput<typeof disableTwoFactorRpc>;

const wrongPassword = () => fieldError('current_password', 'auth.current_password_wrong');

/** The two-factor authentication of the caller's own account. */
@Injectable()
export class TwoFactorService {
  private readonly changes;

  constructor(
    private readonly sessions: SessionService,
    private readonly users: UserRepository,
    private readonly twoFactors: TwoFactorRepository,
    private readonly recovery: RecoveryCodeRepository,
    private readonly codes: SealedCodes,
    private readonly passwords: PasswordCheckService,
    private readonly secondFactor: SecondFactor,
    private readonly attempts: AttemptService,
    private readonly notices: TwoFactorNotices,
    private readonly trail: AuditTrail,
    private readonly refused: RefusedActs,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.changes = metrics.counter('identity_two_factor_changes_total', 'Changes of two-factor authentication', [
      'change',
      'outcome',
    ]);
  }

  async get(caller: MemberCaller): Promise<TwoFactor> {
    const { user_id } = await this.sessions.ofCaller(caller);
    const enabled_at = (await this.twoFactors.find(user_id))?.enabled_at ?? null;
    const recovery_codes_left = enabled_at ? await this.recovery.left(user_id) : 0;
    return { enabled: enabled_at !== null, enabled_at: enabled_at?.toISOString() ?? null, recovery_codes_left };
  }

  setUp(input: RpcInput<typeof setUpTwoFactorRpc>, caller: MemberCaller): Promise<TwoFactorSetup> {
    return this.counted('set_up', () => this.begin(input, caller));
  }

  enable({ code }: RpcInput<typeof enableTwoFactorRpc>, caller: MemberCaller): Promise<RecoveryCodes> {
    return this.counted('enable', () => this.turnOn(code, caller));
  }

  disable(input: OwnerProof, caller: MemberCaller): Promise<void> {
    return this.counted('disable', () =>
      this.asOwner(input, caller, async (user, manager, emit) => {
        await this.twoFactors.remove(user.id, manager);
        await this.notices.changedIn(user, 'disabled', manager);
        this.trail.record({ action: 'two_factor.disabled', user, ip: input.origin.ip }, emit);
      }),
    );
  }

  /** Without a code, and one that waits for its first: for whoever has shown by a mailed link that the account is theirs. `user` with the profile. */
  async removeIn(user: User, ip: string, ...[manager, emit]: Transaction): Promise<void> {
    const wasOn = await this.twoFactors.isEnabled(user.id, manager);
    await this.twoFactors.remove(user.id, manager);
    if (!wasOn) return;
    await this.notices.changedIn(user, 'disabled', manager);
    this.trail.record({ action: 'two_factor.disabled', user, ip, details: { by: 'reset_link' } }, emit);
  }

  renew(input: RpcInput<typeof renewRecoveryCodesRpc>, caller: MemberCaller): Promise<RecoveryCodes> {
    return this.counted('renew_recovery_codes', () =>
      this.asOwner(input, caller, async (user, manager, emit) => {
        const recovery_codes = await this.codes.renew(user.id, manager);
        await this.notices.changedIn(user, 'renewed', manager);
        this.trail.record({ action: 'two_factor.recovery_codes_renewed', user, ip: input.origin.ip }, emit);
        return { recovery_codes };
      }),
    );
  }

  private async begin({ current_password, origin }: RpcInput<typeof setUpTwoFactorRpc>, caller: MemberCaller) {
    const account = await this.accountOf(caller);
    const { id, email } = account;
    if (await this.twoFactors.isEnabled(id)) throw new AppError('two_factor.already_enabled');
    const given = { email, password: current_password, origin };
    await this.refused.watch({ email, ip: origin.ip }, () =>
      this.passwords.judge(given, async () => account, wrongPassword),
    );
    const secret = await this.outbox.transaction(async (manager) => {
      if (!(await this.users.holdPassword(account, manager))) throw wrongPassword();
      return this.codes.begin(id, manager);
    });
    // Another tab has turned it on meanwhile.
    if (secret === null) throw new AppError('two_factor.already_enabled');
    return { secret, otpauth_url: otpauthUrl(secret, email) };
  }

  private async turnOn(code: string, caller: MemberCaller): Promise<RecoveryCodes> {
    const { user } = await this.sessions.ofCaller(caller);
    waiting(await this.twoFactors.find(user.id));
    const counters = this.attempts.enabling(user.id);
    await this.attempts.check(counters);
    await this.attempts.count(counters);
    const { ip } = currentCall();
    const recovery_codes = await this.refused.watch({ email: user.email, ip }, () =>
      this.enableFor(user, counters, code),
    );
    this.notices.send();
    return { recovery_codes };
  }

  private enableFor(user: User, counters: Counter[], code: string): Promise<string[]> {
    return this.outbox.transaction(async (manager, emit) => {
      // A change of the password ends the session.
      if (!(await this.users.holdPassword(user, manager))) throw new AppError('auth.unauthenticated');
      const step = this.codes.stepOf(user.id, waiting(await this.twoFactors.find(user.id, manager)), code);
      if (step === null) throw wrongCode();
      await this.twoFactors.enable(user.id, step, manager);
      await this.notices.changedIn(user, 'enabled', manager);
      await this.attempts.forget(counters, manager);
      const recovery_codes = await this.codes.renew(user.id, manager);
      this.trail.record({ action: 'two_factor.enabled', user }, emit);
      return recovery_codes;
    });
  }

  /** Does what takes both, password and code. */
  private async asOwner<T>(
    { current_password, code, origin }: OwnerProof,
    caller: MemberCaller,
    change: (user: User, manager: Manager, emit: Emit) => Promise<T>,
  ): Promise<T> {
    const account = await this.accountOf(caller);
    const { id, email } = account;
    if (!(await this.twoFactors.isEnabled(id))) throw new AppError('two_factor.not_enabled');
    const given = { email, password: current_password, origin };
    const done = await this.refused.watch({ email, ip: origin.ip }, async () => {
      const judged = await this.passwords.verify(given, async () => account, wrongPassword);
      return this.secondFactor.guard(judged, code, (prove) =>
        this.outbox.transaction(async (manager, emit) => {
          if (!(await this.users.holdPassword(account, manager))) throw wrongPassword();
          if ((await prove(manager)) === null) throw new AppError('two_factor.not_enabled');
          return change(account, manager, emit);
        }),
      );
    });
    this.notices.send();
    return done;
  }

  /** With the hash of its password. */
  private async accountOf(caller: MemberCaller): Promise<User> {
    const { user_id } = await this.sessions.ofCaller(caller);
    const user = await this.users.findById(user_id);
    if (!user) throw new AppError('auth.unauthenticated');
    requirePassword(user);
    return user;
  }

  private counted<T>(change: Change, work: () => Promise<T>): Promise<T> {
    return countOutcome({ inc: ({ outcome }) => this.changes.inc({ change, outcome }) }, work);
  }
}

/** A setup that waits for its first code. */
function waiting(state: TwoFactorState | null): TwoFactorState {
  if (state?.enabled_at) throw new AppError('two_factor.already_enabled');
  if (!state || state.is_over) throw new AppError('two_factor.setup_over');
  return state;
}
