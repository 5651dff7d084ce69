import { OWN_VISITS_COOKIE } from '@linkway/contracts';
import { CONFIG, ownText } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { SessionSignature } from './session-signature.js';

/** With `__Host-` a browser takes the cookie from this very host over https only, so no sibling domain can plant one. */
export const cookieName = (name: string, secure: boolean): string => `${secure ? '__Host-' : ''}linkway_${name}`;

/** What `randomKey` makes, here and in identity: 256 bits in base64url. Nothing else needs to be asked about. */
export const RANDOM_KEY = /^[A-Za-z0-9_-]{43}$/;

/** Tells the web app's scripts, who cannot see the session, that there may be one: asking without spares an error line. */
export const SIGNED_IN_MARK = 'linkway_signed_in';

interface Sent {
  token: string;
  /** Whether the signature beside it is the one that it would get now. */
  isCurrent: boolean;
}

/**
 * The cookie that carries the session's token, its signature in a cookie of its own, and the mark beside them. The token
 * stands as the former release sets and reads it, which runs beside this one during an upgrade.
 */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly signatureName: string;
  private readonly signature: SessionSignature;
  private readonly takesUnsigned: boolean;
  private readonly options: { path: '/'; httpOnly: boolean; sameSite: 'lax'; secure: boolean };
  /** Several ask about one request. */
  private readonly sent = new WeakMap<FastifyRequest, Sent | null>();

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.name = cookieName('session', config.COOKIE_SECURE);
    this.signatureName = cookieName('session_signature', config.COOKIE_SECURE);
    this.signature = new SessionSignature(config.SESSION_SIGNING_SECRET, config.SESSION_SIGNING_SECRET_PREVIOUS);
    this.takesUnsigned = config.SESSION_UNSIGNED === 'accept';
    this.options = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.COOKIE_SECURE };
  }

  /** The token; null without one, for what cannot be one, and for one that no gateway gave out. */
  read(request: FastifyRequest): string | null {
    return this.look(request)?.token ?? null;
  }

  /** Whether a browser sent the cookie at all, be it a token or not. */
  isSent(request: FastifyRequest): boolean {
    return Boolean(request.cookies[this.name]);
  }

  set(reply: FastifyReply, token: string, expiresAt: string): void {
    const expires = new Date(expiresAt);
    void reply.setCookie(this.name, token, { ...this.options, expires });
    this.sign(reply, token, expires);
    void reply.setCookie(SIGNED_IN_MARK, '1', { ...this.options, httpOnly: false, expires });
  }

  /** Signs what the former release or the secret before this one left, once identity has said that it is a session. */
  renew(request: FastifyRequest, reply: FastifyReply, expiresAt: string): void {
    const sent = this.look(request);
    if (sent && !sent.isCurrent) this.sign(reply, sent.token, new Date(expiresAt));
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.options);
    void reply.clearCookie(this.signatureName, this.options);
    void reply.clearCookie(SIGNED_IN_MARK, { ...this.options, httpOnly: false });
    // Whoever uses this browser next is somebody else.
    void reply.clearCookie(OWN_VISITS_COOKIE, this.options);
  }

  private sign(reply: FastifyReply, token: string, expires: Date): void {
    void reply.setCookie(this.signatureName, this.signature.of(token), { ...this.options, expires });
  }

  private look(request: FastifyRequest): Sent | null {
    const known = this.sent.get(request);
    if (known !== undefined) return known;
    const sent = this.judge(request.cookies);
    this.sent.set(request, sent);
    return sent;
  }

  private judge(cookies: FastifyRequest['cookies']): Sent | null {
    const given = cookies[this.name];
    if (!given || !RANDOM_KEY.test(given)) return null;
    // What is known of it is remembered by it.
    const token = ownText(given);
    const signed = this.signature.check(token, cookies[this.signatureName] ?? '');
    return signed === 'none' && !this.takesUnsigned ? null : { token, isCurrent: signed === 'good' };
  }
}
