import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptModule } from '../attempt/attempt.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NotifierModule } from '../notification/notifier.module.js';
import { PasswordModule } from '../password/password.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { SessionModule } from '../session/session.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { ThreatWatchModule } from '../threat/threat-watch.module.js';
import { UserModule } from '../user/user.module.js';
import { GoogleController } from './google.controller.js';
import { GoogleAccount } from './google-account.entity.js';
import { GoogleAccountRepository } from './google-account.repository.js';
import { GoogleEntry } from './google-entry.js';
import { GoogleLinkedNotice } from './google-linked-notice.js';
import { GoogleRegistration } from './google-registration.js';
import { GoogleSignIn } from './google-sign-in.entity.js';
import { GoogleSignInRepository } from './google-sign-in.repository.js';
import { GoogleSignInService } from './google-sign-in.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([GoogleAccount, GoogleSignIn]),
    AttemptModule,
    AuditModule,
    MailModule,
    NotifierModule,
    PasswordModule,
    RegistrationModule,
    SessionModule,
    SignInModule,
    ThreatWatchModule,
    UserModule,
  ],
  controllers: [GoogleController],
  providers: [
    GoogleAccountRepository,
    GoogleEntry,
    GoogleLinkedNotice,
    GoogleRegistration,
    GoogleSignInRepository,
    GoogleSignInService,
  ],
  exports: [GoogleAccountRepository, GoogleSignInRepository],
})
export class GoogleModule {}
