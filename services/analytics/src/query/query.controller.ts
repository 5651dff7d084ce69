import {
  guestLinkTotalsRpc,
  guestTotalsRpc,
  linkAnalyticsRpc,
  linkTotalsRpc,
  type MemberCaller,
  overviewRpc,
  type RpcContract,
  type RpcInput,
  type RpcReply,
  workspaceTotalsRpc,
} from '@linkway/contracts';
import { AppError, LinksWithin, networkOf, patienceLeft, Rpc, type RpcCall } from '@linkway/platform';
import { Controller, Inject } from '@nestjs/common';
import { NO_ID } from '../store/click.row.js';
import { QuestionQueue, SINGLE_QUESTIONS } from './question-queue.js';
import { StatisticsService } from './statistics.service.js';

/** What a reply may take on its way back to a caller that did not say how long it waits. */
const ON_THE_WAY_MS = 250;

/**
 * Statistics of the caller's own workspace; another workspace's links look like links without clicks. For an API key with domains there are
 * the links alone that links tells of.
 */
@Controller()
export class QueryController {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly queue: QuestionQueue,
    @Inject(SINGLE_QUESTIONS) private readonly singles: QuestionQueue,
    private readonly within: LinksWithin,
  ) {}

  /** Throws `links.not_found` for a link that is not there for an API key with domains. */
  @Rpc(linkAnalyticsRpc)
  async link(
    input: RpcInput<typeof linkAnalyticsRpc>,
    { caller }: RpcCall<typeof linkAnalyticsRpc>,
  ): Promise<RpcReply<typeof linkAnalyticsRpc>> {
    const [there] = await this.within.among([input.link_id], caller);
    if (there === undefined) throw new AppError('links.not_found');
    return this.inTurn(linkAnalyticsRpc, input, caller, ({ workspace_id: workspace }) =>
      this.statistics.ofLink(workspace, input.link_id, input.range),
    );
  }

  @Rpc(overviewRpc)
  overview(
    input: RpcInput<typeof overviewRpc>,
    { caller }: RpcCall<typeof overviewRpc>,
  ): Promise<RpcReply<typeof overviewRpc>> {
    return this.inTurn(overviewRpc, input, caller, ({ workspace_id: workspace }) =>
      this.statistics.ofWorkspace(workspace, input.range),
    );
  }

  @Rpc(linkTotalsRpc)
  async totals(
    asked: RpcInput<typeof linkTotalsRpc>,
    { caller }: RpcCall<typeof linkTotalsRpc>,
  ): Promise<RpcReply<typeof linkTotalsRpc>> {
    // What is asked is what is answered for the key: others of the workspace may be asking for the same links.
    const input = { ...asked, link_ids: await this.within.among(asked.link_ids, caller) };
    const { link_ids: links, kind } = input;
    const [link] = links;
    if (link !== undefined && links.length === 1) {
      const total = async ({ workspace_id: workspace }: MemberCaller) => ({
        data: await this.statistics.linkTotal(workspace, link, kind),
      });
      return this.inTurn(linkTotalsRpc, input, caller, total, this.singles);
    }
    return this.inTurn(linkTotalsRpc, input, caller, async ({ workspace_id: workspace }) => ({
      data: await this.statistics.linkTotals(workspace, links, kind),
    }));
  }

  /** For administrators: of any workspaces. */
  @Rpc(workspaceTotalsRpc)
  workspaceTotals(
    input: RpcInput<typeof workspaceTotalsRpc>,
    { caller }: RpcCall<typeof workspaceTotalsRpc>,
  ): Promise<RpcReply<typeof workspaceTotalsRpc>> {
    const whom = caller.kind === 'service' ? caller.service : caller.user_id;
    const question = JSON.stringify([workspaceTotalsRpc.subject, input]);
    return this.queue.ask(whom, question, deadlineOf(workspaceTotalsRpc), async () => ({
      data: await this.statistics.workspaceTotals(input.workspace_ids, 'human'),
    }));
  }

  /** Guests have no name, and whatever else they say of themselves they choose: those of a network are one caller. */
  @Rpc(guestTotalsRpc)
  guestTotals({ ip, ...input }: RpcInput<typeof guestTotalsRpc>): Promise<RpcReply<typeof guestTotalsRpc>> {
    const { link_ids: links } = input;
    const whom = ip === undefined ? 'everybody' : `guest ${networkOf(ip)}`;
    const question = JSON.stringify([guestTotalsRpc.subject, input]);
    return this.queue.ask(whom, question, deadlineOf(guestTotalsRpc), async () => ({
      data: await this.statistics.linkTotals(NO_ID, links, 'human'),
    }));
  }

  /** For administrators: of guests' links of any device. */
  @Rpc(guestLinkTotalsRpc)
  guestLinkTotals(
    input: RpcInput<typeof guestLinkTotalsRpc>,
    { caller }: RpcCall<typeof guestLinkTotalsRpc>,
  ): Promise<RpcReply<typeof guestLinkTotalsRpc>> {
    const whom = caller.kind === 'service' ? caller.service : caller.user_id;
    const question = JSON.stringify([guestLinkTotalsRpc.subject, input]);
    return this.queue.ask(whom, question, deadlineOf(guestLinkTotalsRpc), async () => ({
      data: await this.statistics.linkTotals(NO_ID, input.link_ids, 'human'),
    }));
  }

  private inTurn<T>(
    contract: RpcContract,
    input: unknown,
    caller: MemberCaller,
    answer: (caller: MemberCaller) => Promise<T>,
    queue = this.queue,
  ): Promise<T> {
    const question = JSON.stringify([contract.subject, caller.workspace_id, input]);
    return queue.ask(caller.user_id, question, deadlineOf(contract), () => answer(caller));
  }
}

const deadlineOf = ({ timeoutMs }: RpcContract): number =>
  performance.now() + (patienceLeft() ?? timeoutMs - ON_THE_WAY_MS);
