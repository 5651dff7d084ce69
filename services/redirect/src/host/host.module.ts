import { CONFIG } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { RedirectConfig } from '../config.js';
import { HostConsumer } from './host.consumer.js';
import { HostRow } from './host.entity.js';
import { HostReadModel } from './host.read-model.js';
import { HostRepository } from './host.repository.js';
import { HostBook } from './host-book.js';
import { HostFollower } from './host-follower.js';

@Module({
  imports: [TypeOrmModule.forFeature([HostRow])],
  controllers: [HostConsumer],
  providers: [
    HostRepository,
    HostFollower,
    HostReadModel,
    { provide: HostBook, inject: [CONFIG], useFactory: (config: RedirectConfig) => new HostBook(config.HOST_ALIASES) },
  ],
  exports: [HostBook],
})
export class HostModule {}
