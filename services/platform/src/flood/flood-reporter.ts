import { randomUUID } from 'node:crypto';
import { MOST_FLOODS_OF_A_REPORT, type RpcInput, reportFloodsRpc } from '@linkway/contracts';
import { LOOPBACK, networkOf, UNKNOWN } from '../address/network.js';
import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import type { RpcClient } from '../rpc/rpc-client.js';

type Report = RpcInput<typeof reportFloodsRpc>;

const EVERY_MS = 10_000;
/** Of a network within that time; whom a limit stops now and then is no flood. */
const WORTH_TELLING = 10;
const MOST_ADDRESSES = 10_000;
const MOST_REFUSED = 1_000_000_000;
const TELL_EVERY_MS = 60_000;

/**
 * Tells the security centre of networks whose requests this process refuses since there are too many. Counting one costs next
 * to nothing, as there is no time in a flood. What was told and not answered is told again, and counts once; a process
 * that ends takes the last seconds with it. While nothing is refused it does nothing.
 */
export class FloodReporter {
  private readonly refused = new Map<string, number>();
  private readonly seldom = rarely(TELL_EVERY_MS);
  private untold: Report | null = null;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /** One more request of an address was refused. */
  count(ip: string): void {
    const before = this.refused.get(ip);
    if (before === undefined && this.refused.size >= MOST_ADDRESSES) return;
    this.refused.set(ip, (before ?? 0) + 1);
    this.begin();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private begin(): void {
    if (this.timer || this.stopped) return;
    this.timer = setTimeout(() => {
      void this.tell().then(() => {
        this.timer = undefined;
        if (this.untold || this.refused.size > 0) this.begin();
      });
    }, EVERY_MS);
    this.timer.unref();
  }

  private async tell(): Promise<void> {
    this.untold ??= this.report();
    if (!this.untold) return;
    try {
      await this.rpc.call(reportFloodsRpc, this.untold);
      this.untold = null;
    } catch (error) {
      this.seldom((more) => this.logger.warn('floods cannot be told to the security centre', { error, more }));
    }
  }

  private report(): Report | null {
    const networks = new Map<string, { ip: string; count: number }>();
    for (const [ip, count] of this.refused) {
      const network = networkOf(ip);
      if (network !== LOOPBACK && network !== UNKNOWN)
        networks.set(network, { ip, count: (networks.get(network)?.count ?? 0) + count });
    }
    this.refused.clear();
    const floods = [...networks.values()]
      .filter(({ count }) => count >= WORTH_TELLING)
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_FLOODS_OF_A_REPORT)
      .map(({ ip, count }) => ({ ip_address: ip, refused: Math.min(count, MOST_REFUSED) }));
    return floods.length === 0 ? null : { report_id: randomUUID(), floods };
  }
}
