import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CodeModule } from '../code/code.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { Link } from '../link/link.entity.js';
import { LinkModule } from '../link/link.module.js';
import { GuestClicks } from './guest-clicks.js';
import { GuestDeletionRepository } from './guest-deletion.repository.js';
import { GuestDeletionService } from './guest-deletion.service.js';
import { GuestLinkController } from './guest-link.controller.js';
import { GuestListRepository } from './guest-list.repository.js';
import { GuestListService } from './guest-list.service.js';
import { GuestLooks } from './guest-looks.js';
import { GuestSweeps } from './guest-sweeps.js';

/** Guests' links, as administrators manage them. */
@Module({
  imports: [TypeOrmModule.forFeature([Link]), CodeModule, DomainModule, LinkModule],
  controllers: [GuestLinkController],
  providers: [
    GuestClicks,
    GuestDeletionRepository,
    GuestDeletionService,
    GuestListRepository,
    GuestListService,
    GuestLooks,
    GuestSweeps,
  ],
})
export class GuestLinkModule {}
