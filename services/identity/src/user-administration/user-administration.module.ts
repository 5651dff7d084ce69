import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { NotifierModule } from '../notification/notifier.module.js';
import { SessionModule } from '../session/session.module.js';
import { EndedPlans } from './ended-plans.js';
import { UserAdministrationController } from './user-administration.controller.js';
import { UserAdministrationRepository } from './user-administration.repository.js';
import { UserAdministrationService } from './user-administration.service.js';
import { UserListRepository } from './user-list.repository.js';

@Module({
  imports: [AuditModule, NotifierModule, SessionModule],
  controllers: [UserAdministrationController],
  providers: [UserAdministrationRepository, UserListRepository, UserAdministrationService, EndedPlans],
  exports: [EndedPlans, UserAdministrationRepository],
})
export class UserAdministrationModule {}
