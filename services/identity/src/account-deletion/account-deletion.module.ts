import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OwnerProofModule } from '../owner-proof/owner-proof.module.js';
import { SessionModule } from '../session/session.module.js';
import { User } from '../user/user.entity.js';
import { UserModule } from '../user/user.module.js';
import { UserAdministrationModule } from '../user-administration/user-administration.module.js';
import { AccountDeletionController } from './account-deletion.controller.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { AccountRemoval } from './account-removal.js';
import { DeletedAccountModule } from './deleted-account.module.js';
import { DeletionNotices } from './deletion-notices.js';
import { DueDeletions } from './due-deletions.js';
import { UserDeletionService } from './user-deletion.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([User]),
    AuditModule,
    DeletedAccountModule,
    MailModule,
    OwnerProofModule,
    SessionModule,
    UserModule,
    UserAdministrationModule,
  ],
  controllers: [AccountDeletionController],
  providers: [
    AccountDeletionRepository,
    AccountDeletionService,
    AccountRemoval,
    DeletionNotices,
    DueDeletions,
    UserDeletionService,
  ],
  exports: [AccountDeletionService, DueDeletions],
})
export class AccountDeletionModule {}
