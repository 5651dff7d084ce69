import { AppError, AppLogger, CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import type { GatewayConfig } from '../config.js';
import { GoogleFlow, type TripSecrets } from './google-strategy.js';

/** Less than a browser's patience, and than that of a request here. */
const TIMEOUT_SECONDS = 5;
/** What the provider says of itself is asked for again after. */
const KNOWN_FOR_MS = 24 * 60 * 60_000;

/** Google, or whichever provider of OpenID Connect is set up in its place. */
@Injectable()
export class GoogleProvider {
  private known: { flow: Promise<GoogleFlow>; since: number } | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly logger: AppLogger,
  ) {}

  get isConfigured(): boolean {
    return this.config.GOOGLE_CLIENT_ID !== '';
  }

  /** Throws `google.not_configured`, `google.unavailable`. */
  async begin(callback: string): Promise<{ url: string; secrets: TripSecrets }> {
    const flow = await this.flow();
    return flow.begin(callback);
  }

  /** null: the person went back. Throws `google.sign_in_invalid` and as `begin`. */
  async end(url: string, callback: string, secrets: TripSecrets): Promise<openid.IDToken | null> {
    const flow = await this.flow();
    try {
      return await flow.end(url, callback, secrets);
    } catch (error) {
      const code = isOutage(error) ? 'google.unavailable' : 'google.sign_in_invalid';
      this.logger.warn('a sign-in with Google failed', { code, ...reasonOf(error) });
      throw new AppError(code);
    }
  }

  private flow(): Promise<GoogleFlow> {
    if (!this.isConfigured) throw new AppError('google.not_configured');
    if (this.known && Date.now() - this.known.since < KNOWN_FOR_MS) return this.known.flow;
    const known = { flow: this.discover(), since: Date.now() };
    this.known = known;
    known.flow.catch(() => {
      if (this.known === known) this.known = null;
    });
    return known.flow;
  }

  private async discover(): Promise<GoogleFlow> {
    const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = this.config;
    const issuer = new URL(GOOGLE_ISSUER);
    try {
      const found = await openid.discovery(issuer, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, undefined, {
        timeout: TIMEOUT_SECONDS,
        // The configuration takes http of this machine alone. The signature of id tokens is checked, wherever they come from.
        execute: [
          ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
          openid.enableNonRepudiationChecks,
        ],
      });
      return new GoogleFlow(found);
    } catch (error) {
      this.logger.warn('Google does not say where it signs people in', reasonOf(error));
      throw new AppError('google.unavailable');
    }
  }
}

/** Codes of `openid-client`: it took too long, or was answered as by something that is broken. */
const BROKEN = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);
const AWAY = new Set(['server_error', 'temporarily_unavailable']);

function isOutage(error: unknown): boolean {
  if (error instanceof openid.AuthorizationResponseError) return AWAY.has(error.error);
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  // The second is how `fetch` tells that nobody answers, which the library may have put into an error of its own.
  return (typeof code === 'string' && BROKEN.has(code)) || message === 'fetch failed' || isOutage(cause);
}

/** Neither codes nor tokens: what the provider answers with is for the browser alone. */
function reasonOf(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { reason: 'unknown' };
  const { code, error: answered } = error as Error & { code?: unknown; error?: unknown };
  return {
    reason: error.message,
    ...(typeof code === 'string' && { reason_code: code }),
    ...(typeof answered === 'string' && { answered }),
  };
}
