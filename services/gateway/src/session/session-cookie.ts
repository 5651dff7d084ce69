import { CONFIG, ownText } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';

/** With `__Host-` a browser takes the cookie from this very host over https only, so no sibling domain can plant one. */
export const cookieName = (name: string, secure: boolean): string => `${secure ? '__Host-' : ''}linkway_${name}`;

// 256 bits in base64url, as identity makes them. Nothing else needs to be asked about.
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Tells the web app's scripts, who cannot see the session, that there may be one: asking without spares an error line. */
export const SIGNED_IN_MARK = 'linkway_signed_in';

/** The cookie that carries the session's token, and the mark beside it. */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly options: { path: '/'; httpOnly: boolean; sameSite: 'lax'; secure: boolean };

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.name = cookieName('session', config.COOKIE_SECURE);
    this.options = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.COOKIE_SECURE };
  }

  /** The token, whether it is good or not; null without one, and for what cannot be one. */
  read(request: FastifyRequest): string | null {
    const token = request.cookies[this.name];
    // What is known of it is remembered by it.
    return token && TOKEN.test(token) ? ownText(token) : null;
  }

  /** Whether a browser sent the cookie at all, be it a token or not. */
  isSent(request: FastifyRequest): boolean {
    return Boolean(request.cookies[this.name]);
  }

  set(reply: FastifyReply, token: string, expiresAt: string): void {
    const expires = new Date(expiresAt);
    void reply.setCookie(this.name, token, { ...this.options, expires });
    void reply.setCookie(SIGNED_IN_MARK, '1', { ...this.options, httpOnly: false, expires });
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.options);
    void reply.clearCookie(SIGNED_IN_MARK, { ...this.options, httpOnly: false });
  }
}
