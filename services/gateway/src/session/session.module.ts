import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { SessionStrategy } from './session.strategy.js';
import { SessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';

@Global()
@Module({
  imports: [PassportModule],
  providers: [Sessions, SessionCookie, SessionStrategy],
  exports: [Sessions, SessionCookie],
})
export class SessionModule {}
