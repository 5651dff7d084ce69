import { Global, Module } from '@nestjs/common';
import { SessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';

@Global()
@Module({
  providers: [Sessions, SessionCookie],
  exports: [Sessions, SessionCookie],
})
export class SessionModule {}
