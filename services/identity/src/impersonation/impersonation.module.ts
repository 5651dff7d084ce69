import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { NotifierModule } from '../notification/notifier.module.js';
import { SessionModule } from '../session/session.module.js';
import { UserAdministrationModule } from '../user-administration/user-administration.module.js';
import { ImpersonationController } from './impersonation.controller.js';
import { ImpersonationService } from './impersonation.service.js';

@Module({
  imports: [AuditModule, NotifierModule, SessionModule, UserAdministrationModule],
  controllers: [ImpersonationController],
  providers: [ImpersonationService],
})
export class ImpersonationModule {}
