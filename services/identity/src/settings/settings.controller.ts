import { getSettingsRpc, type RpcInput, type Settings, updateSettingsRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Rpc(getSettingsRpc)
  get(_input: RpcInput<typeof getSettingsRpc>, { caller }: RpcCall<typeof getSettingsRpc>): Promise<Settings> {
    return this.settings.get(caller);
  }

  @Rpc(updateSettingsRpc)
  update(input: RpcInput<typeof updateSettingsRpc>, { caller }: RpcCall<typeof updateSettingsRpc>): Promise<Settings> {
    return this.settings.update(input, caller);
  }
}
