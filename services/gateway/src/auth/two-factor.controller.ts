import {
  disableTwoFactor,
  disableTwoFactorRpc,
  renewRecoveryCodes,
  renewRecoveryCodesRpc,
  setUpTwoFactor,
  setUpTwoFactorRpc,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Entrance } from './entrance.js';

/** What takes the password, of which wrong ones are counted by where they come from; the rest is passed on. */
@Controller()
export class TwoFactorController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly entrance: Entrance,
  ) {}

  @Endpoint(setUpTwoFactor)
  setUp({ body }: EndpointInput<typeof setUpTwoFactor>, request: ApiRequest) {
    const { origin } = this.entrance.of(request);
    return this.rpc.call(setUpTwoFactorRpc, { ...body, origin }, { caller: callerOf(request) });
  }

  @Endpoint(disableTwoFactor)
  async disable({ body }: EndpointInput<typeof disableTwoFactor>, request: ApiRequest) {
    const { origin } = this.entrance.of(request);
    await this.rpc.call(disableTwoFactorRpc, { ...body, origin }, { caller: callerOf(request) });
  }

  @Endpoint(renewRecoveryCodes)
  renew({ body }: EndpointInput<typeof renewRecoveryCodes>, request: ApiRequest) {
    const { origin } = this.entrance.of(request);
    return this.rpc.call(renewRecoveryCodesRpc, { ...body, origin }, { caller: callerOf(request) });
  }
}
