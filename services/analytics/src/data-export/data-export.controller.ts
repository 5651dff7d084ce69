import { analyticsExportPortionRpc, type ExportedPortion, type RpcInput } from '@linkway/contracts';
import { patienceLeft, Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { QuestionQueue } from '../query/question-queue.js';
import { AccountHistory } from './account-history.js';
import { ExportedClicks } from './exported-clicks.js';

@Controller()
export class DataExportController {
  constructor(
    private readonly clicks: ExportedClicks,
    private readonly history: AccountHistory,
    private readonly queue: QuestionQueue,
  ) {}

  @Rpc(analyticsExportPortionRpc)
  portion(
    input: RpcInput<typeof analyticsExportPortionRpc>,
    { caller }: RpcCall<typeof analyticsExportPortionRpc>,
  ): Promise<ExportedPortion> {
    const { table, from } = input;
    const deadline = performance.now() + (patienceLeft() ?? analyticsExportPortionRpc.timeoutMs);
    return this.queue.ask(caller.user_id, JSON.stringify([analyticsExportPortionRpc.subject, input]), deadline, () =>
      table === 'clicks' ? this.clicks.portion(caller.workspace_id, from) : this.history.portion(caller.user_id, from),
    );
  }
}
