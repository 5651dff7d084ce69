import {
  getLinksByIdsRpc,
  linkOrphanVisitsRpc,
  listOrphanVisitsRpc,
  type RpcInput,
  type RpcReply,
  reportOrphanVisitsRpc,
} from '@linkway/contracts';
import { AppError, Rpc, type RpcCall, RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { QuestionQueue } from '../query/question-queue.js';
import { OrphanService } from './orphan.service.js';

@Controller()
export class OrphanController {
  constructor(
    private readonly orphans: OrphanService,
    private readonly queue: QuestionQueue,
    private readonly rpc: RpcClient,
  ) {}

  /** Told again under the same id it counts once. Throws `service.unavailable`: it is to be told again. */
  @Rpc(reportOrphanVisitsRpc)
  async report(report: RpcInput<typeof reportOrphanVisitsRpc>): Promise<RpcReply<typeof reportOrphanVisitsRpc>> {
    await this.orphans.add(report);
    return {};
  }

  /** Throws `links.not_found` for a link that is not there for the caller, and what links cannot be asked with. */
  @Rpc(linkOrphanVisitsRpc)
  async ofLink(
    { id, ...range }: RpcInput<typeof linkOrphanVisitsRpc>,
    { caller }: RpcCall<typeof linkOrphanVisitsRpc>,
  ): Promise<RpcReply<typeof linkOrphanVisitsRpc>> {
    const { data } = await this.rpc.call(getLinksByIdsRpc, { ids: [id] }, { caller });
    if (data.length === 0) throw new AppError('links.not_found');
    const { workspace_id: workspace } = caller;
    return this.queue.askAs(linkOrphanVisitsRpc, { id, workspace, ...range }, caller, () =>
      this.orphans.ofLink(workspace, id, range),
    );
  }

  /** For administrators. */
  @Rpc(listOrphanVisitsRpc)
  list(
    input: RpcInput<typeof listOrphanVisitsRpc>,
    { caller }: RpcCall<typeof listOrphanVisitsRpc>,
  ): Promise<RpcReply<typeof listOrphanVisitsRpc>> {
    return this.queue.askAs(listOrphanVisitsRpc, input, caller, () => this.orphans.page(input));
  }
}
