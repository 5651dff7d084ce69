import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EncryptionModule } from '../encryption/encryption.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NotifierModule } from '../notification/notifier.module.js';
import { PasswordModule } from '../password/password.module.js';
import { SessionModule } from '../session/session.module.js';
import { UserModule } from '../user/user.module.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { Resealing } from './resealing.js';
import { SealedCodes } from './sealed-codes.js';
import { SecondFactor } from './second-factor.js';
import { TwoFactorController } from './two-factor.controller.js';
import { TwoFactor } from './two-factor.entity.js';
import { TwoFactorRepository } from './two-factor.repository.js';
import { TwoFactorService } from './two-factor.service.js';
import { TwoFactorNotices } from './two-factor-notices.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TwoFactor, RecoveryCode]),
    AttemptModule,
    AuditModule,
    EncryptionModule,
    MailModule,
    NotifierModule,
    PasswordModule,
    SessionModule,
    UserModule,
  ],
  controllers: [TwoFactorController],
  providers: [
    RecoveryCodeRepository,
    Resealing,
    SealedCodes,
    SecondFactor,
    TwoFactorNotices,
    TwoFactorRepository,
    TwoFactorService,
  ],
  exports: [Resealing, SecondFactor, TwoFactorNotices, TwoFactorRepository, TwoFactorService],
})
export class TwoFactorModule {}
