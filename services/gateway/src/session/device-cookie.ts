import { CONFIG, randomKey } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { cookieName, RANDOM_KEY } from './session-cookie.js';

/** Browsers keep no cookie for longer. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/**
 * The random number by which identity knows a browser again that somebody has signed in with, or opened a mailed link in. It opens
 * nothing, stays after a sign-out, and is set only once a sign-in has gone well, or a mailed link has confirmed an address or set a password.
 */
@Injectable()
export class DeviceCookie {
  private readonly name: string;
  private readonly secure: boolean;
  private readonly devices = new WeakMap<FastifyRequest, string>();

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.name = cookieName('device', config.COOKIE_SECURE);
    this.secure = config.COOKIE_SECURE;
  }

  /** The one that the browser sent, else a new one: the same throughout a request. */
  of(request: FastifyRequest): string {
    const known = this.devices.get(request);
    if (known !== undefined) return known;
    const sent = request.cookies[this.name];
    const device = sent !== undefined && RANDOM_KEY.test(sent) ? sent : randomKey();
    this.devices.set(request, device);
    return device;
  }

  keep(request: FastifyRequest, reply: FastifyReply): void {
    void reply.setCookie(this.name, this.of(request), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.secure,
      maxAge: KEPT_SECONDS,
    });
  }
}
