import { DatabaseModule } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { Code } from './code/code.entity.js';
import { Domain } from './domain/domain.entity.js';
import { IdempotencyKey } from './idempotency/idempotency.entity.js';
import { Link } from './link/link.entity.js';
import { LinkModule } from './link/link.module.js';
import { CreateLinks1763600000000 } from './migrations/1763600000000-create-links.js';
import { IndexRoutes1764220000001 } from './migrations/1764220000001-index-routes.js';
import { GuestUsage, QuotaUsage, Workspace } from './quota/quota.entity.js';
import { RouteModule } from './route/route.module.js';

@Module({
  imports: [
    DatabaseModule.forService({
      entities: [Link, Code, Domain, Workspace, QuotaUsage, GuestUsage, IdempotencyKey],
      migrations: [CreateLinks1763600000000, IndexRoutes1764220000001],
    }),
    LinkModule,
    RouteModule,
  ],
})
export class AppModule {}
