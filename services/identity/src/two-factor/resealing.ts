import { Injectable } from '@nestjs/common';
import { Encryption } from '../encryption/encryption.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { recoveryCodesOf, secretOf } from './sealed-codes.js';
import { TwoFactorRepository } from './two-factor.repository.js';

const AT_ONCE = 500;

/** Seals with the key of today what the one before has sealed: unlike mails, authenticators are used for years. */
@Injectable()
export class Resealing {
  constructor(
    private readonly twoFactors: TwoFactorRepository,
    private readonly recovery: RecoveryCodeRepository,
    private readonly encryption: Encryption,
  ) {}

  /** 0: there may be more. What cannot be opened stays as it is, as its key may come back. */
  async some(): Promise<0 | undefined> {
    const { keyId } = this.encryption;
    let resealed = 0;
    for (const { user_id, secret } of await this.twoFactors.sealedByOther(keyId, AT_ONCE)) {
      const anew = this.again(secret, secretOf(user_id));
      if (!anew) continue;
      await this.twoFactors.reseal(user_id, secret, anew);
      resealed += 1;
    }
    for (const { id, user_id, digest } of await this.recovery.sealedByOther(keyId, AT_ONCE)) {
      const anew = this.again(digest, recoveryCodesOf(user_id));
      if (!anew) continue;
      await this.recovery.reseal(id, anew);
      resealed += 1;
    }
    return resealed > 0 ? 0 : undefined;
  }

  private again(sealed: Buffer, place: string): Buffer | null {
    const opened = this.encryption.open(sealed, place);
    return opened === null ? null : this.encryption.seal(opened, place);
  }
}
