import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlockListModule } from '../block-list/block-list.module.js';
import { CodeModule } from '../code/code.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { Link } from '../link/link.entity.js';
import { LinkModule } from '../link/link.module.js';
import { LinkNewsModule } from '../link-news/link-news.module.js';
import { QuotaModule } from '../quota/quota.module.js';
import { QuarantineController } from './quarantine.controller.js';
import { Quarantines } from './quarantine.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { QuarantineService } from './quarantine.service.js';
import { QuarantineLook } from './quarantine-look.js';
import { QuarantineWatch } from './quarantine-watch.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Link]),
    BlockListModule,
    CodeModule,
    DomainModule,
    LinkModule,
    LinkNewsModule,
    QuotaModule,
  ],
  controllers: [QuarantineController],
  providers: [QuarantineLook, QuarantineRepository, QuarantineService, QuarantineWatch, Quarantines],
  exports: [QuarantineRepository, Quarantines],
})
export class QuarantineModule {}
