import { abTestResultsRpc, getLinksByIdsRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { AppError, Rpc, type RpcCall, RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { QuestionQueue } from '../query/question-queue.js';
import { AbTestService } from './ab-test.service.js';

@Controller()
export class AbTestController {
  constructor(
    private readonly tests: AbTestService,
    private readonly queue: QuestionQueue,
    private readonly rpc: RpcClient,
  ) {}

  /** Throws `links.not_found` for a link that is not there for the caller, `links.ab_test_not_found`, and what links cannot be asked with. */
  @Rpc(abTestResultsRpc)
  async results(
    { id: asked }: RpcInput<typeof abTestResultsRpc>,
    { caller }: RpcCall<typeof abTestResultsRpc>,
  ): Promise<RpcReply<typeof abTestResultsRpc>> {
    const id = asked.toLowerCase();
    const link = (await this.rpc.call(getLinksByIdsRpc, { ids: [id] }, { caller })).data[0];
    if (!link) throw new AppError('links.not_found');
    const test = link.ab_test ?? null;
    if (test === null) throw new AppError('links.ab_test_not_found');
    const { goal_link_id: goalId } = test;
    const goal = goalId && (await this.rpc.call(getLinksByIdsRpc, { ids: [goalId] }, { caller })).data[0];
    const { workspace_id: workspace } = caller;
    return this.queue.askAs(abTestResultsRpc, { id, workspace, test }, caller, () =>
      this.tests.results({ workspace, link: { ...link, ab_test: test }, goal: goal || null }),
    );
  }
}
