import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CodeModule } from '../code/code.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { Link } from '../link/link.entity.js';
import { LinkModule } from '../link/link.module.js';
import { QuotaModule } from '../quota/quota.module.js';
import { ClaimController } from './claim.controller.js';
import { ClaimRepository } from './claim.repository.js';
import { ClaimService } from './claim.service.js';
import { ClaimedLink } from './claimed-link.entity.js';
import { ClickCopies } from './click-copies.js';

@Module({
  imports: [TypeOrmModule.forFeature([Link, ClaimedLink]), CodeModule, DomainModule, LinkModule, QuotaModule],
  controllers: [ClaimController],
  providers: [ClaimRepository, ClaimService, ClickCopies],
})
export class ClaimModule {}
