import { Module } from '@nestjs/common';
import { AbTestModule } from './ab-test/ab-test.module.js';
import { AuditModule } from './audit/audit.module.js';
import { ByDayModule } from './by-day/by-day.module.js';
import { ChangedTotalsModule } from './changed-totals/changed-totals.module.js';
import { ClaimModule } from './claim/claim.module.js';
import { DataExportModule } from './data-export/data-export.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { OrphanModule } from './orphan/orphan.module.js';
import { QueryModule } from './query/query.module.js';
import { RemovalModule } from './removal/removal.module.js';
import { RollUpModule } from './roll-up/roll-up.module.js';
import { StoreModule } from './store/store.module.js';

@Module({
  imports: [
    StoreModule,
    ByDayModule,
    IngestModule,
    RollUpModule,
    QueryModule,
    ChangedTotalsModule,
    ClaimModule,
    AuditModule,
    DataExportModule,
    OrphanModule,
    AbTestModule,
    RemovalModule,
  ],
})
export class AppModule {}
