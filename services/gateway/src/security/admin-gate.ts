import { getTwoFactorRpc } from '@linkway/contracts';
import { AppError, RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { SecurityPolicy } from './security-policy.js';

/** What the security centre asks of administrators, before anything else of administration is done. */
@Injectable()
export class AdminGate {
  constructor(
    private readonly policy: SecurityPolicy,
    private readonly rpc: RpcClient,
  ) {}

  /** Throws `security.address_not_allowed` and `security.two_factor_setup_required`. */
  async check(request: ApiRequest): Promise<void> {
    await this.checkAddress(request);
    if (await this.lacksTwoFactor(request)) throw new AppError('security.two_factor_setup_required');
  }

  /** Throws `security.address_not_allowed`. */
  async checkAddress({ ip }: ApiRequest): Promise<void> {
    if (!(await this.policy.admits(ip))) throw new AppError('security.address_not_allowed');
  }

  /** Whether two-factor authentication is asked of the caller, an administrator, who has none. */
  async lacksTwoFactor(request: ApiRequest): Promise<boolean> {
    if (!(await this.policy.requiresTwoFactor())) return false;
    const caller = callerOf(request);
    return !(await this.rpc.call(getTwoFactorRpc, {}, { caller })).enabled;
  }
}
