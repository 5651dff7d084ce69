import {
  deleteUser,
  deleteUserRpc,
  getUser,
  getUserRpc,
  listUsers,
  listUsersRpc,
  updateUser,
  updateUserRpc,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Sessions } from '../session/sessions.js';
import { UserCounts } from './user-counts.js';

@Controller()
export class UsersController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly counts: UserCounts,
    private readonly sessions: Sessions,
  ) {}

  @Endpoint(listUsers)
  async list({ query }: EndpointInput<typeof listUsers>, request: ApiRequest) {
    const caller = callerOf(request);
    const { data, pagination } = await this.rpc.call(listUsersRpc, query, { caller });
    return { data: await this.counts.countOn(data, caller), pagination };
  }

  @Endpoint(getUser)
  async get({ params }: EndpointInput<typeof getUser>, request: ApiRequest) {
    const caller = callerOf(request);
    return this.counts.countOnOne(await this.rpc.call(getUserRpc, params, { caller }), caller);
  }

  @Endpoint(updateUser)
  async update({ params: { id }, body }: EndpointInput<typeof updateUser>, request: ApiRequest) {
    const caller = callerOf(request);
    const user = await this.rpc.call(updateUserRpc, { id, changes: body }, { caller });
    // Whoever it is must not be taken for what they were; the event comes as well, a moment later.
    this.sessions.forgetUser(id);
    return this.counts.countOnOne(user, caller);
  }

  @Endpoint(deleteUser)
  async delete({ params }: EndpointInput<typeof deleteUser>, request: ApiRequest) {
    await this.rpc.call(deleteUserRpc, params, { caller: callerOf(request) });
    this.sessions.forgetUser(params.id);
  }
}
