import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { cookieName, RANDOM_KEY } from '../session/session-cookie.js';

/** The ticket by which identity knows what Google said of whoever has this browser, until they are signed in. */
@Injectable()
export class TicketCookie {
  private readonly name: string;
  private readonly options: { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean };

  constructor(@Inject(CONFIG) { COOKIE_SECURE: secure }: GatewayConfig) {
    this.name = cookieName('google_ticket', secure);
    this.options = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  }

  set(reply: FastifyReply, ticket: string, expiresAt: string): void {
    void reply.setCookie(this.name, ticket, { ...this.options, expires: new Date(expiresAt) });
  }

  read(request: FastifyRequest): string | null {
    const sent = request.cookies[this.name];
    return sent !== undefined && RANDOM_KEY.test(sent) ? sent : null;
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.options);
  }
}
