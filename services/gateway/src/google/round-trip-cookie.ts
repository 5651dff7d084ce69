import { googlePageSchema } from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import { cookieName } from '../session/session-cookie.js';
import { tripSecretsSchema } from './google-strategy.js';

const VALID_SECONDS = 10 * 60;

const tripSchema = tripSecretsSchema.extend({
  begun_at: z.number(),
  page: googlePageSchema,
  accept_terms: z.boolean(),
  /** Of the page's address, by name. */
  carried: z.record(z.string(), z.string()),
});
/** Of a round trip to Google: what proves that an answer belongs to it, and where it began. */
export type RoundTrip = Omit<z.output<typeof tripSchema>, 'begun_at'>;

/** A browser takes no cookie of more than 4,096 bytes, and says nothing. */
const MAX_CARRIED_BYTES = 2_000;

/** Whether it would not go into the cookie. */
export const isTooMuch = (carried: RoundTrip['carried']): boolean =>
  Buffer.byteLength(JSON.stringify(carried)) > MAX_CARRIED_BYTES;

/**
 * Keeps a round trip in the browser that began it, so that no other can end it, and every gateway can: signed, for ten minutes, once. The one
 * that began last is the one that holds.
 */
@Injectable()
export class RoundTripCookie {
  private readonly name: string;
  private readonly options: { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean; signed: true };

  constructor(@Inject(CONFIG) { COOKIE_SECURE: secure }: GatewayConfig) {
    this.name = cookieName('google_trip', secure);
    this.options = { path: '/', httpOnly: true, sameSite: 'lax', secure, signed: true };
  }

  set(reply: FastifyReply, trip: RoundTrip): void {
    const text = JSON.stringify({ ...trip, begun_at: Date.now() });
    const value = Buffer.from(text).toString('base64url');
    void reply.setCookie(this.name, value, { ...this.options, maxAge: VALID_SECONDS });
  }

  /** Takes it away from the browser; null: there is none, or it is over. */
  take(request: FastifyRequest, reply: FastifyReply): RoundTrip | null {
    const sent = request.cookies[this.name];
    if (sent === undefined) return null;
    void reply.clearCookie(this.name, { ...this.options, signed: false });
    const { valid, value } = request.unsignCookie(sent);
    if (!valid) return null;
    const { begun_at, ...trip } = tripSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
    return Date.now() - begun_at < VALID_SECONDS * 1_000 ? trip : null;
  }
}
