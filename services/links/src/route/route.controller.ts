import {
  type RpcInput,
  republishLinksRpc,
  resolveKeysRpc,
  resolveRouteRpc,
  resolveRoutesRpc,
  routeRangeRpc,
  routeVersionsRpc,
} from '@linkway/contracts';
import { Republisher, Rpc, rangeReply } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { RouteService } from './route.service.js';

/** Answers whoever keeps a copy of the routes, which is the redirect. */
@Controller()
export class RouteController {
  constructor(
    private readonly routes: RouteService,
    private readonly republisher: Republisher,
  ) {}

  @Rpc(resolveKeysRpc)
  resolveKeys({ keys }: RpcInput<typeof resolveKeysRpc>) {
    return this.routes.resolveKeys(keys);
  }

  /** This one and the next are asked by redirects of former releases, while releases are mixed: both go with the one after. */
  @Rpc(resolveRouteRpc)
  async resolve({ code }: RpcInput<typeof resolveRouteRpc>) {
    return { routes: await this.routes.resolve(code) };
  }

  @Rpc(resolveRoutesRpc)
  resolveMany({ codes }: RpcInput<typeof resolveRoutesRpc>) {
    return this.routes.resolveMany(codes);
  }

  @Rpc(routeRangeRpc)
  async range({ after, limit, fields }: RpcInput<typeof routeRangeRpc>) {
    return rangeReply(await this.routes.range(after, limit), fields);
  }

  @Rpc(routeVersionsRpc)
  versions(input: RpcInput<typeof routeVersionsRpc>) {
    return this.routes.versions(input);
  }

  @Rpc(republishLinksRpc)
  republish(input: RpcInput<typeof republishLinksRpc>) {
    return this.republisher.handle(input);
  }
}
