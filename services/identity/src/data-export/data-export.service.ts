import type {
  beginDataExportRpc,
  ExportedAccount,
  ExportedPortion,
  identityExportPortionRpc,
  MemberCaller,
  RpcInput,
} from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AttemptService } from '../attempt/attempt.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { AvatarRepository } from '../avatar/avatar.repository.js';
import { OwnerProof } from '../owner-proof/owner-proof.js';
import { SessionService } from '../session/session.service.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import type { User } from '../user/user.entity.js';
import { DataExportRepository } from './data-export.repository.js';
import { exportedAccount } from './exported-account.js';

/** What identity holds of an account, for its owner to take along. */
@Injectable()
export class DataExportService {
  constructor(
    private readonly sessions: SessionService,
    private readonly proof: OwnerProof,
    private readonly attempts: AttemptService,
    private readonly twoFactors: TwoFactorService,
    private readonly avatars: AvatarRepository,
    private readonly rows: DataExportRepository,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  /** Throws what `OwnerProof` does, and `data_export.too_often`. */
  async begin(input: RpcInput<typeof beginDataExportRpc>, caller: MemberCaller): Promise<ExportedAccount> {
    // Counted once it is known to be the owner: whoever guesses uses up nothing of theirs.
    const account = await this.proof.ask(input, caller, async (user, prove) => {
      await this.outbox.transaction(prove);
      return user;
    });
    await this.count(account);
    await this.outbox.transaction(async (_manager, emit) => {
      this.trail.record({ action: 'account.data_exported', user: account, ip: input.origin.ip }, emit);
    });
    const [twoFactor, avatar] = await Promise.all([this.twoFactors.get(caller), this.avatars.findOf(account.id)]);
    return exportedAccount(account, twoFactor, avatar);
  }

  async portion(
    { table, from }: RpcInput<typeof identityExportPortionRpc>,
    caller: MemberCaller,
  ): Promise<ExportedPortion> {
    const { user_id } = await this.sessions.ofCaller(caller);
    return this.rows.portion(table, user_id, from);
  }

  private async count({ id }: User): Promise<void> {
    try {
      await this.attempts.count(this.attempts.dataExport(id));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'auth.throttled') throw error;
      const { params, retryAfterSeconds } = error;
      throw new AppError('data_export.too_often', params, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
    }
  }
}
