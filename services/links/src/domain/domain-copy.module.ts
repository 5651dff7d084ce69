import { Module } from '@nestjs/common';
import { LinkModule } from '../link/link.module.js';
import { DomainConsumer } from './domain.consumer.js';
import { DomainModule } from './domain.module.js';
import { DomainReadModel } from './domain.read-model.js';

/** What keeps the domains as their owner tells: above links, which are moved when one has another name. */
@Module({ imports: [DomainModule, LinkModule], controllers: [DomainConsumer], providers: [DomainReadModel] })
export class DomainCopyModule {}
