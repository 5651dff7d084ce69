import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import type { ApiRequest, Session } from '../http/api-request.js';
import { SessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';

export const SESSION_STRATEGY = 'session-cookie';

@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, SESSION_STRATEGY) {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly sessions: Sessions,
  ) {
    super();
  }

  async validate(request: ApiRequest): Promise<Session | null> {
    const token = this.cookie.read(request);
    return token === null ? null : this.sessions.find(token);
  }
}
