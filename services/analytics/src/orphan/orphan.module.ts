import { Module } from '@nestjs/common';
import { QueryModule } from '../query/query.module.js';
import { OrphanController } from './orphan.controller.js';
import { OrphanRepository } from './orphan.repository.js';
import { OrphanService } from './orphan.service.js';

/** Visits that led nowhere. */
@Module({
  imports: [QueryModule],
  controllers: [OrphanController],
  providers: [OrphanRepository, OrphanService],
})
export class OrphanModule {}
