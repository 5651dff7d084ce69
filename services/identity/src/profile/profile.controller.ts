import { getProfileRpc, type Profile, type RpcInput, updateProfileRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ProfileService } from './profile.service.js';

@Controller()
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Rpc(getProfileRpc)
  get(_input: RpcInput<typeof getProfileRpc>, { caller }: RpcCall<typeof getProfileRpc>): Promise<Profile> {
    return this.profiles.get(caller);
  }

  @Rpc(updateProfileRpc)
  update(input: RpcInput<typeof updateProfileRpc>, { caller }: RpcCall<typeof updateProfileRpc>): Promise<Profile> {
    return this.profiles.update(input, caller);
  }
}
