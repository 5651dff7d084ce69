import { Module } from '@nestjs/common';
import { AuditExports } from './audit-export.js';
import { AuditLogController } from './audit-log.controller.js';

@Module({ controllers: [AuditLogController], providers: [AuditExports] })
export class AuditLogModule {}
