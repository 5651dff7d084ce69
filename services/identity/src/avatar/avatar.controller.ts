import { deleteAvatarRpc, getAvatarRpc, type Profile, type RpcInput, setAvatarRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { AvatarService } from './avatar.service.js';

@Controller()
export class AvatarController {
  constructor(private readonly avatars: AvatarService) {}

  @Rpc(getAvatarRpc)
  async get({ key }: RpcInput<typeof getAvatarRpc>, _call: RpcCall<typeof getAvatarRpc>) {
    return { image: (await this.avatars.get(key)).toString('base64') };
  }

  @Rpc(setAvatarRpc)
  set({ image }: RpcInput<typeof setAvatarRpc>, { caller }: RpcCall<typeof setAvatarRpc>): Promise<Profile> {
    return this.avatars.set(Buffer.from(image, 'base64'), caller);
  }

  @Rpc(deleteAvatarRpc)
  async delete(_input: RpcInput<typeof deleteAvatarRpc>, { caller }: RpcCall<typeof deleteAvatarRpc>) {
    await this.avatars.delete(caller);
    return {};
  }
}
