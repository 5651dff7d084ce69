import { type Route, type RowKey, routeRangeRpc, routeVersionsRpc } from '@linkway/contracts';
import { type Mend, type ReadModel, ReadModels, type Row } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CONTENT, RouteRepository, toChange } from './route.repository.js';
import { RouteCache } from './route-cache.js';

/** Compares the routes with the links of their owner, and lets what was mended take effect in this process. */
@Injectable()
export class RouteReadModel implements ReadModel<Route>, OnModuleInit {
  readonly name = 'routes';
  readonly owner = 'links';
  readonly fields = CONTENT;
  readonly range = routeRangeRpc;
  readonly versions = routeVersionsRpc;

  constructor(
    private readonly routes: RouteRepository,
    private readonly cache: RouteCache,
    private readonly models: ReadModels,
  ) {}

  onModuleInit(): void {
    this.models.register(this);
  }

  page(after: RowKey | null, limit: number): Promise<Row<Route>[]> {
    return this.routes.page(after, limit);
  }

  read(keys: readonly RowKey[]): Promise<Row<Route>[]> {
    return this.routes.rowsOf(keys);
  }

  async mend(mends: readonly Mend<Route>[]): Promise<Mend<Route>[]> {
    const written = await this.routes.mend(mends);
    for (const mend of written) this.cache.correct(toChange(mend), mend.held);
    return written;
  }
}
