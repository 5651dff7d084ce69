import {
  getSecurityPolicyRpc,
  getSecuritySettingsRpc,
  type RpcInput,
  updateSecuritySettingsRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SecuritySettingsService } from './security-settings.service.js';

@Controller()
export class SecuritySettingsController {
  constructor(private readonly settings: SecuritySettingsService) {}

  @Rpc(getSecuritySettingsRpc)
  get() {
    return this.settings.get();
  }

  @Rpc(updateSecuritySettingsRpc)
  update(
    { ip, ...changes }: RpcInput<typeof updateSecuritySettingsRpc>,
    { caller }: RpcCall<typeof updateSecuritySettingsRpc>,
  ) {
    return this.settings.update(changes, ip, caller);
  }

  @Rpc(getSecurityPolicyRpc)
  policy() {
    return this.settings.policy();
  }
}
