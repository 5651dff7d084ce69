import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import type { Metrics } from '../metrics/metrics.js';
import type { RpcClient } from '../rpc/rpc-client.js';
import type { Mend, ReadModel } from './range-comparison.js';

const TELL_EVERY_MS = 60_000;

/** What of an owner's answers may be believed. */
export class Belief {
  private readonly withheld;
  private readonly emptyOwner = rarely(TELL_EVERY_MS);

  constructor(
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly logger: Pick<AppLogger, 'error'>,
    metrics: Metrics,
  ) {
    this.withheld = metrics.counter(
      'read_model_removals_withheld_total',
      'Rows that were kept because their owner had none at all',
      ['model'],
    );
  }

  /**
   * Leaves out what would be removed while the owner has no rows at all: it lost its data, or runs on an empty database by
   * mistake, and this copy may be the last one there is.
   */
  async believable<C extends object>(
    model: Pick<ReadModel<C>, 'name' | 'owner' | 'range'>,
    mends: readonly Mend<C>[],
  ): Promise<readonly Mend<C>[]> {
    const removals = mends.filter(({ reason }) => reason === 'unknown').length;
    if (removals === 0) return mends;
    const { rows } = await this.rpc.call(model.range, { after: null, limit: 1, fields: [] });
    if (rows.length > 0) return mends;
    this.withheld.inc({ model: model.name }, removals);
    this.emptyOwner((more) =>
      this.logger.error('ALARM: an owner has no rows; its copy is left as it is', {
        model: model.name,
        owner: model.owner,
        more,
      }),
    );
    return mends.filter(({ reason }) => reason !== 'unknown');
  }
}
