import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AvatarModule } from '../avatar/avatar.module.js';
import { OwnerProofModule } from '../owner-proof/owner-proof.module.js';
import { SessionModule } from '../session/session.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { User } from '../user/user.entity.js';
import { DataExportController } from './data-export.controller.js';
import { DataExportRepository } from './data-export.repository.js';
import { DataExportService } from './data-export.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([User]),
    AttemptModule,
    AuditModule,
    AvatarModule,
    OwnerProofModule,
    SessionModule,
    TwoFactorModule,
  ],
  controllers: [DataExportController],
  providers: [DataExportRepository, DataExportService],
})
export class DataExportModule {}
