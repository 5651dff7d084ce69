import type { RpcClient } from '@linkway/platform';
import type { UsageRepository } from '../cap/usage.repository.js';
import type { RouteRepository } from '../route/route.repository.js';
import { RoutesUnavailable } from '../route/route-directory.js';

const away = async (): Promise<never> => {
  throw new RoutesUnavailable('the database is not there yet');
};

/** A database that is not there: what needs it fails at once. */
type Usage = ConstructorParameters<typeof UsageRepository>;
export const noDatabase = { query: away } as unknown as Usage[0];
export const noOutbox = { statement: away } as unknown as Usage[1];

/** What links says is read from it again once there is a table to write it into. */
export const noTable: Pick<RouteRepository, 'findByKeys' | 'findElsewhere' | 'apply'> = {
  findByKeys: away,
  findElsewhere: away,
  apply: async () => undefined,
};

/** Asks others as soon as NATS is there, and fails until then. */
export class LateRpc {
  private rpc: RpcClient | null = null;

  readonly call: RpcClient['call'] = (...question) => this.rpc?.call(...question) ?? away();

  reach(rpc: RpcClient): void {
    this.rpc = rpc;
  }
}
