import { linksNotificationDue, monthlyLimitReached } from '@linkway/contracts';
import { AppLogger, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

/** Of which it is remembered here that they were told; who is told again is told nothing, but that costs a transaction. */
const MOST_REMEMBERED = 10_000;

/** Tells the owner of a workspace that the links of a month are used up, when the first one is refused. */
@Injectable()
export class MonthlyLimitNotice {
  private readonly told = new Set<string>();

  constructor(
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  /** Once for each month and limit, by any number of processes, as identity knows it by its key. What fails here is told with the next refusal. */
  async tell(workspaceId: string, month: string, limit: number): Promise<void> {
    const key = `${monthlyLimitReached.name}:${month}:${limit}`;
    const name = `${workspaceId} ${key}`;
    if (this.told.has(name)) return;
    this.remember(name);
    try {
      await this.outbox.transaction(async (_manager, emit) => {
        const variables = { limit: String(limit) };
        emit(linksNotificationDue, {
          workspace_id: workspaceId,
          notification: monthlyLimitReached.name,
          key,
          variables,
        });
      });
    } catch (error) {
      this.told.delete(name);
      this.logger.warn('that the links of a month are used up could not be told', { error });
    }
  }

  private remember(name: string): void {
    this.told.add(name);
    const [oldest] = this.told;
    if (this.told.size > MOST_REMEMBERED && oldest !== undefined) this.told.delete(oldest);
  }
}
