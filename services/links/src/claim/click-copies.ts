import { claimClicksRpc } from '@linkway/contracts';
import { AppError, AppLogger, type Periodic, periodic, RpcClient } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ClaimRepository } from './claim.repository.js';
import type { ClaimedLink } from './claimed-link.entity.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** After a question whose outcome is not known the next one waits until it must be over. */
const LEFT_TO_IT_MS = 2 * MINUTE_MS;
/**
 * How long after a claim clicks are looked for: at once those that are there, then those that redirects answered before they heard of
 * it. A redirect without NATS keeps its clicks for days.
 */
const LOOKS_MS = [0, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS] as const;

/** When clicks are looked for next, once they were so many times; null: that was the last time. */
export function nextLook(claimedAt: Date, looks: number): Date | null {
  const after = LOOKS_MS[looks];
  return after === undefined ? null : new Date(claimedAt.getTime() + after);
}

/** Has analytics count for workspaces what their links were clicked while they were guests'. */
@Injectable()
export class ClickCopies implements OnApplicationBootstrap, OnModuleDestroy {
  private looking: Periodic | null = null;

  constructor(
    private readonly claims: ClaimRepository,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.looking = periodic(MINUTE_MS, () => this.look(), {
      name: "taking over guests' clicks",
      logger: this.logger,
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.looking?.stop();
  }

  /** Nobody waits for it. */
  soon(): void {
    void this.looking?.now();
  }

  /** Asks for one that is due, as none is to wait for another's clicks; 0: there may be more. */
  async look(): Promise<0 | undefined> {
    const [claimed] = await this.claims.take(1, LEFT_TO_IT_MS);
    if (!claimed) return undefined;
    if (await this.copy(claimed)) await this.settle(claimed);
    return 0;
  }

  /** False: it has more clicks than there was time for, and is asked for again where it was left. */
  private async copy({ link_id, workspace_id, created_at }: ClaimedLink): Promise<boolean> {
    const links = [{ link_id, workspace_id, created_at: created_at.toISOString() }];
    try {
      await this.rpc.call(claimClicksRpc, { links });
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'service.timeout') throw error;
      this.logger.warn("a link's clicks as a guest's are not all taken over yet", { link_id });
      return false;
    }
  }

  private async settle(claimed: ClaimedLink): Promise<void> {
    const next = nextLook(claimed.claimed_at, claimed.copies + 1);
    if (next) await this.claims.copyAgain(claimed, next);
    else await this.claims.forget(claimed);
  }
}
