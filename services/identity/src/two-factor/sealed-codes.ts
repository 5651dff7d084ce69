import { authenticatorCodeOf } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { Encryption } from '../encryption/encryption.js';
import { newSecret, stepOf } from './authenticator.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { digestOf, isSameDigest, newRecoveryCodes } from './recovery-codes.js';
import { type Manager, TwoFactorRepository, type TwoFactorState } from './two-factor.repository.js';

/** Where they are sealed. */
export const secretOf = (userId: string): string => `two-factor ${userId}`;
export const recoveryCodesOf = (userId: string): string => `recovery code ${userId}`;

/** What a code was that is right: of the authenticator, or a recovery code, of which so many are left. */
export type UsedCode = { kind: 'authenticator' } | { kind: 'recovery'; left: number };

/** The secret and the recovery codes of an account, which the database has sealed. All in the transaction that holds the user. */
@Injectable()
export class SealedCodes {
  constructor(
    private readonly twoFactors: TwoFactorRepository,
    private readonly recovery: RecoveryCodeRepository,
    private readonly encryption: Encryption,
  ) {}

  /** A new secret, which waits for its first code; null: one is on. */
  async begin(userId: string, manager: Manager): Promise<string | null> {
    const secret = newSecret();
    const begun = await this.twoFactors.begin(userId, this.encryption.seal(secret, secretOf(userId)), manager);
    return begun ? secret : null;
  }

  /** The step of a code that is right; throws where the secret cannot be read, which is the operator's to mend. */
  stepOf(userId: string, { secret, last_used_step }: TwoFactorState, code: string): number | null {
    const opened = this.encryption.open(secret, secretOf(userId));
    if (opened === null) throw new Error('the secret of an authenticator was sealed with a key that is not known');
    return stepOf(opened, code, last_used_step);
  }

  /** New recovery codes in place of all others, as they are shown. */
  async renew(userId: string, manager: Manager): Promise<string[]> {
    const codes = newRecoveryCodes();
    const digests = codes.map((code) => this.encryption.seal(digestOf(code), recoveryCodesOf(userId)));
    await this.recovery.replaceAll(userId, digests, manager);
    return codes;
  }

  /** Uses a code; null: it is wrong, or was used before. */
  use(userId: string, state: TwoFactorState, code: string, manager: Manager): Promise<UsedCode | null> {
    return authenticatorCodeOf(code) === null
      ? this.useRecovery(userId, code, manager)
      : this.useStep(userId, state, code, manager);
  }

  private async useStep(
    userId: string,
    state: TwoFactorState,
    code: string,
    manager: Manager,
  ): Promise<UsedCode | null> {
    const step = this.stepOf(userId, state, code);
    if (step === null || !(await this.twoFactors.useStep(userId, step, manager))) return null;
    return { kind: 'authenticator' };
  }

  private async useRecovery(userId: string, code: string, manager: Manager): Promise<UsedCode | null> {
    const given = digestOf(code);
    const all = await this.recovery.all(userId, manager);
    // Every one is looked at, right or not.
    const [used] = all.filter(({ digest }) =>
      isSameDigest(this.encryption.open(digest, recoveryCodesOf(userId)) ?? '', given),
    );
    if (!used || !(await this.recovery.use(used.id, manager))) return null;
    return { kind: 'recovery', left: all.length - 1 };
  }
}
