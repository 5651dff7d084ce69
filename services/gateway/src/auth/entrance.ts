import { Injectable } from '@nestjs/common';
import type { ApiReply, ApiRequest, SignedIn } from '../http/api-request.js';
import { DeviceCookie } from '../session/device-cookie.js';
import { SessionCookie } from '../session/session-cookie.js';
import { Sessions } from '../session/sessions.js';

const MAX_USER_AGENT = 512;

/** What sign-in and registration have in common: where they come from, and what the browser has of it afterwards. */
@Injectable()
export class Entrance {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly device: DeviceCookie,
    private readonly sessions: Sessions,
  ) {}

  /** Where somebody enters from, and the session that ends by it. */
  of(request: ApiRequest) {
    const former = this.cookie.read(request);
    const user_agent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT);
    return {
      origin: { ip: request.ip, user_agent, device: this.device.of(request) },
      ...(former === null ? {} : { former_session_token: former }),
    };
  }

  enter({ user, session_token, expires_at }: SignedIn, request: ApiRequest, reply: ApiReply): SignedIn['user'] {
    const former = this.cookie.read(request);
    // Its event comes as well, a moment later.
    if (former !== null) this.sessions.endByToken(former);
    this.cookie.set(reply, session_token, expires_at);
    this.device.keep(request, reply);
    return user;
  }
}
