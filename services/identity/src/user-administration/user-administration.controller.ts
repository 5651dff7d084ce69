import { getUserRpc, listUsersRpc, type RpcInput, updateUserRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { UserAdministrationService } from './user-administration.service.js';

@Controller()
export class UserAdministrationController {
  constructor(private readonly administration: UserAdministrationService) {}

  @Rpc(listUsersRpc)
  list(input: RpcInput<typeof listUsersRpc>) {
    return this.administration.page(input);
  }

  @Rpc(getUserRpc)
  get({ id }: RpcInput<typeof getUserRpc>) {
    return this.administration.get(id);
  }

  @Rpc(updateUserRpc)
  update({ id, changes }: RpcInput<typeof updateUserRpc>, { caller }: RpcCall<typeof updateUserRpc>) {
    return this.administration.update(id, changes, caller);
  }
}
