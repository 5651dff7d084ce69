import { DatabaseModule } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { Domain } from './domain/domain.entity.js';
import { DomainModule } from './domain/domain.module.js';
import { CreateAvailableDomains1763600000000 } from './migrations/1763600000000-create-available-domains.js';
import { OwnAddresses1795800000000 } from './migrations/1795800000000-own-addresses.js';

@Module({
  imports: [
    DatabaseModule.forService({
      entities: [Domain],
      migrations: [CreateAvailableDomains1763600000000, OwnAddresses1795800000000],
    }),
    DomainModule,
  ],
})
export class AppModule {}
