import { DatabaseModule } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { Attempt } from './attempt/attempt.entity.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { CreateAccounts1763600000000 } from './migrations/1763600000000-create-accounts.js';
import { IndexEndedSessions1795350000020 } from './migrations/1795350000020-index-ended-sessions.js';
import { RegistrationModule } from './registration/registration.module.js';
import { Session } from './session/session.entity.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { Profile } from './user/profile.entity.js';
import { User } from './user/user.entity.js';

@Module({
  imports: [
    DatabaseModule.forService({
      entities: [User, Profile, Session, Attempt],
      migrations: [CreateAccounts1763600000000, IndexEndedSessions1795350000020],
    }),
    RegistrationModule,
    SignInModule,
    HousekeepingModule,
  ],
})
export class AppModule {}
