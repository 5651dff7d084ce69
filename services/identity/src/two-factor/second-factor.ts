import { AppError, fieldError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AttemptService, type Reached } from '../attempt/attempt.service.js';
import type { Judged } from '../password/password-check.service.js';
import { SealedCodes, type UsedCode } from './sealed-codes.js';
import { type Manager, TwoFactorRepository } from './two-factor.repository.js';
import { TwoFactorNotices } from './two-factor-notices.js';

const CODE_INVALID = 'two_factor.code_invalid';
export const wrongCode = () => fieldError('code', CODE_INVALID);

/** Uses the code, in the transaction of `work`, which holds the user before; null: the account has no two-factor authentication. */
export type Prove = (manager: Manager) => Promise<UsedCode | null>;

/** Asks for a code where a password alone is not enough. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly twoFactors: TwoFactorRepository,
    private readonly codes: SealedCodes,
    private readonly attempts: AttemptService,
    private readonly notices: TwoFactorNotices,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Does `work` for whoever has given a right password, with `prove` for its transaction, which throws `two_factor.required` where a
   * code is missing, and `two_factor.code_invalid`. What was counted against the account is forgotten when all was right, and no
   * sooner: else whoever knows the password could try codes without end.
   */
  async guard<T>(judged: Judged, code: string | undefined, work: (prove: Prove) => Promise<T>): Promise<T> {
    const counted = code !== undefined && (await this.twoFactors.isEnabled(judged.user.id));
    const reached = counted ? await this.admit(judged) : [];
    try {
      return await work((manager) => this.prove(judged, counted ? code : undefined, manager));
    } catch (error) {
      if (error instanceof AppError && error.code === CODE_INVALID) await this.failed(judged, reached);
      throw error;
    }
  }

  /** Counts the try before it is judged: of many that come at once none is looked at beyond the limit. */
  private async admit({ tries: { account, code } }: Judged): Promise<Reached[]> {
    await this.attempts.check([...code.own, ...code.all]);
    const reached = await this.attempts.count([...account, ...code.own]);
    // Only what its own counters let through counts for all: strangers cannot use up the tries of the owner's devices.
    return [...reached, ...(await this.attempts.count(code.all))];
  }

  private async prove({ user, tries }: Judged, code: string | undefined, manager: Manager) {
    const state = await this.twoFactors.find(user.id, manager);
    const isAsked = state !== null && state.enabled_at !== null;
    if (isAsked && code === undefined) throw new AppError('two_factor.required');
    const used = isAsked && code !== undefined ? await this.codes.use(user.id, state, code, manager) : null;
    if (isAsked && used === null) throw wrongCode();
    await this.attempts.forget([...tries.account, ...tries.code.own, ...tries.code.all], manager);
    return used;
  }

  private async failed({ user, tries }: Judged, reached: Reached[]): Promise<void> {
    if (reached.length > 0) {
      const seconds = Math.max(...reached.map(({ remaining }) => remaining));
      await this.outbox.transaction((manager) => this.notices.wrongCodesIn(user, seconds, manager));
      this.notices.send();
    }
    // Throws where the network has no try left.
    await this.attempts.count(tries.network);
  }
}
