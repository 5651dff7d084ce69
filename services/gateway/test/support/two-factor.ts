import {
  disableTwoFactorRpc,
  enableTwoFactorRpc,
  getTwoFactorRpc,
  type RpcInput,
  renewRecoveryCodesRpc,
  setUpTwoFactorRpc,
  type TwoFactor,
  type User,
} from '@linkway/contracts';
import { AppError, fieldError, Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { IdentityResponder } from './identity.js';

/** Takes this code only, and any number of times. */
export const CODE = '123456';
const recovery_codes = Array.from({ length: 10 }, (_, nth) => `k3v9d-0xq7${nth}`);

/** Answers as identity does, what is asked of two-factor authentication too. */
@Controller()
export class TwoFactorResponder extends IdentityResponder {
  private readonly enabled = new Map<string, string>();

  @Rpc(getTwoFactorRpc)
  twoFactor(_input: RpcInput<typeof getTwoFactorRpc>, { caller }: RpcCall<typeof getTwoFactorRpc>): TwoFactor {
    const enabled_at = this.enabled.get(caller.user_id) ?? null;
    return { enabled: enabled_at !== null, enabled_at, recovery_codes_left: enabled_at ? 10 : 0 };
  }

  @Rpc(setUpTwoFactorRpc)
  setUp({ origin }: RpcInput<typeof setUpTwoFactorRpc>) {
    this.lastOrigin = origin;
    return { secret: 'A'.repeat(32), otpauth_url: `otpauth://totp/Linkway:ada?secret=${'A'.repeat(32)}` };
  }

  @Rpc(enableTwoFactorRpc)
  enable({ code }: RpcInput<typeof enableTwoFactorRpc>, { caller }: RpcCall<typeof enableTwoFactorRpc>) {
    if (code !== CODE) throw fieldError('code', 'two_factor.code_invalid');
    if (this.enabled.has(caller.user_id)) throw new AppError('two_factor.already_enabled');
    this.enabled.set(caller.user_id, new Date().toISOString());
    return { recovery_codes };
  }

  @Rpc(renewRecoveryCodesRpc)
  renew({ code, origin }: RpcInput<typeof renewRecoveryCodesRpc>) {
    this.lastOrigin = origin;
    if (code !== CODE) throw fieldError('code', 'two_factor.code_invalid');
    return { recovery_codes };
  }

  @Rpc(disableTwoFactorRpc)
  disable({ origin }: RpcInput<typeof disableTwoFactorRpc>, { caller }: RpcCall<typeof disableTwoFactorRpc>) {
    this.lastOrigin = origin;
    if (!this.enabled.delete(caller.user_id)) throw new AppError('two_factor.not_enabled');
    return {};
  }

  protected override judgeCode({ id }: User, code: string | undefined): void {
    if (!this.enabled.has(id)) return;
    if (code === undefined) throw new AppError('two_factor.required');
    if (code !== CODE && !recovery_codes.includes(code)) throw fieldError('code', 'two_factor.code_invalid');
  }
}
