import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecurityCount } from './security-count.entity.js';
import { SecurityCountRepository } from './security-count.repository.js';
import { ThreatRow } from './threat.entity.js';
import { ThreatRepository } from './threat.repository.js';
import { ThreatWatch } from './threat-watch.js';

/** What counts; those who look at it are in a module of their own. */
@Module({
  imports: [TypeOrmModule.forFeature([ThreatRow, SecurityCount])],
  providers: [SecurityCountRepository, ThreatRepository, ThreatWatch],
  exports: [SecurityCountRepository, ThreatRepository, ThreatWatch],
})
export class ThreatWatchModule {}
