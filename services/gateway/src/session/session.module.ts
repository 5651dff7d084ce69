import { Global, Module } from '@nestjs/common';
import { DeviceCookie } from './device-cookie.js';
import { SessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';

@Global()
@Module({
  providers: [Sessions, SessionCookie, DeviceCookie],
  exports: [Sessions, SessionCookie, DeviceCookie],
})
export class SessionModule {}
