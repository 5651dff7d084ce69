import { type Caller, guestLinkTotalsRpc } from '@linkway/contracts';
import { AppError, AppLogger, isOutage, RpcClient, rarely } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

const TELL_EVERY_MS = 60_000;

/** Clicks of people of guests' links, as analytics has them: no copy of them is kept here, as lists by clicks are of workspaces alone. */
@Injectable()
export class GuestClicks {
  private readonly seldom = rarely(TELL_EVERY_MS);

  constructor(
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  /** null: statistics cannot be asked. */
  async of(ids: readonly string[], caller: Caller): Promise<((id: string) => number) | null> {
    if (ids.length === 0) return () => 0;
    try {
      const { data } = await this.rpc.call(guestLinkTotalsRpc, { link_ids: [...ids] }, { caller });
      const clicks = new Map(data.map((total) => [total.link_id, total.clicks]));
      return (id) => clicks.get(id) ?? 0;
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.seldom((more) => this.logger.warn('listing guest links without their clicks', { error, more }));
      return null;
    }
  }

  /** Throws `links.clicks_unavailable`. */
  async needed(ids: readonly string[], caller: Caller): Promise<(id: string) => number> {
    const clicks = await this.of(ids, caller);
    if (clicks === null) throw new AppError('links.clicks_unavailable');
    return clicks;
  }
}
