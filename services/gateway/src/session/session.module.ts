import { Global, Module } from '@nestjs/common';
import { DeviceCookie } from './device-cookie.js';
import { OwnVisitsCookie } from './own-visits-cookie.js';
import { SessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';

@Global()
@Module({
  providers: [Sessions, SessionCookie, DeviceCookie, OwnVisitsCookie],
  exports: [Sessions, SessionCookie, DeviceCookie, OwnVisitsCookie],
})
export class SessionModule {}
