import { OWN_VISITS_COOKIE } from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';

/**
 * By it the redirect knows a browser of somebody in privacy mode, on the web app's own host: their visits are not counted. A domain of
 * short links that is another host gets it at `/_/own-visits`. It goes with the session.
 */
@Injectable()
export class OwnVisitsCookie {
  private readonly secure: boolean;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.secure = config.COOKIE_SECURE;
  }

  /** `token`: null where all visits are counted; undefined where nothing is said of it, and what is there stays. */
  keep(request: FastifyRequest, reply: FastifyReply, token: string | null | undefined, sessionEnds: string): void {
    if (token === undefined || (token === null && request.cookies[OWN_VISITS_COOKIE] === undefined)) return;
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
    if (token === null) void reply.clearCookie(OWN_VISITS_COOKIE, options);
    else void reply.setCookie(OWN_VISITS_COOKIE, token, { ...options, expires: new Date(sessionEnds) });
  }
}
