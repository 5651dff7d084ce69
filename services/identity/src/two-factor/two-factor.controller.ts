import {
  disableTwoFactorRpc,
  enableTwoFactorRpc,
  getTwoFactorRpc,
  type RecoveryCodes,
  type RpcInput,
  type RpcReply,
  renewRecoveryCodesRpc,
  setUpTwoFactorRpc,
  type TwoFactor,
  type TwoFactorSetup,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { TwoFactorService } from './two-factor.service.js';

@Controller()
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @Rpc(getTwoFactorRpc)
  get(_input: RpcInput<typeof getTwoFactorRpc>, { caller }: RpcCall<typeof getTwoFactorRpc>): Promise<TwoFactor> {
    return this.twoFactor.get(caller);
  }

  @Rpc(setUpTwoFactorRpc)
  setUp(
    input: RpcInput<typeof setUpTwoFactorRpc>,
    { caller }: RpcCall<typeof setUpTwoFactorRpc>,
  ): Promise<TwoFactorSetup> {
    return this.twoFactor.setUp(input, caller);
  }

  @Rpc(enableTwoFactorRpc)
  enable(
    input: RpcInput<typeof enableTwoFactorRpc>,
    { caller }: RpcCall<typeof enableTwoFactorRpc>,
  ): Promise<RecoveryCodes> {
    return this.twoFactor.enable(input, caller);
  }

  @Rpc(disableTwoFactorRpc)
  async disable(
    input: RpcInput<typeof disableTwoFactorRpc>,
    { caller }: RpcCall<typeof disableTwoFactorRpc>,
  ): Promise<RpcReply<typeof disableTwoFactorRpc>> {
    await this.twoFactor.disable(input, caller);
    return {};
  }

  @Rpc(renewRecoveryCodesRpc)
  renew(
    input: RpcInput<typeof renewRecoveryCodesRpc>,
    { caller }: RpcCall<typeof renewRecoveryCodesRpc>,
  ): Promise<RecoveryCodes> {
    return this.twoFactor.renew(input, caller);
  }
}
