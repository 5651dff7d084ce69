import {
  finishGoogle,
  finishGoogleSignInRpc,
  getGoogle,
  googleCallback,
  keepGoogleSignInRpc,
  startGoogle,
} from '@linkway/contracts';
import { AppError, CONFIG, fieldError, RpcClient } from '@linkway/platform';
import { Controller, Inject } from '@nestjs/common';
import { Entrance } from '../auth/entrance.js';
import type { GatewayConfig } from '../config.js';
import type { ApiReply, ApiRequest } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { localeOf } from '../http/locale.js';
import { callbackOf, pageAfter } from './addresses.js';
import { GoogleProvider } from './google-provider.js';
import { isTooMuch, type RoundTrip, RoundTripCookie } from './round-trip-cookie.js';
import { TicketCookie } from './ticket-cookie.js';

/**
 * Signing in with Google: the browser goes there and back, and identity keeps what Google said. A session begins, and an account is opened, when
 * the page asks for that, which another site cannot.
 */
@Controller()
export class GoogleController {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly google: GoogleProvider,
    private readonly trips: RoundTripCookie,
    private readonly tickets: TicketCookie,
    private readonly entrance: Entrance,
    private readonly rpc: RpcClient,
  ) {}

  @Endpoint(getGoogle)
  async state() {
    return { configured: this.google.isConfigured };
  }

  @Endpoint(startGoogle)
  async start({ body }: EndpointInput<typeof startGoogle>, request: ApiRequest, reply: ApiReply) {
    const { page, accept_terms = false, ...carried } = body;
    if (page === 'register' && this.google.isConfigured && !accept_terms) {
      throw fieldError('accept_terms', 'auth.terms_required');
    }
    if (isTooMuch(carried)) throw fieldError('return', 'request.field_too_long');
    const { url, secrets } = await this.google.begin(callbackOf(request, this.config.PUBLIC_URL));
    this.trips.set(reply, { ...secrets, page, accept_terms, carried });
    return { authorization_url: url };
  }

  @Endpoint(googleCallback)
  async callback(_input: EndpointInput<typeof googleCallback>, request: ApiRequest, reply: ApiReply) {
    const trip = this.trips.take(request, reply);
    const outcome = await this.comeBack(trip, request, reply).catch((error: unknown) => {
      // A page and no document of an error is what somebody sees who comes from Google.
      if (error instanceof AppError) return error.code;
      throw error;
    });
    void reply.header('location', pageAfter(trip, outcome));
  }

  @Endpoint(finishGoogle)
  async finish({ body }: EndpointInput<typeof finishGoogle>, request: ApiRequest, reply: ApiReply) {
    if (!this.google.isConfigured) throw new AppError('google.not_configured');
    const ticket = this.tickets.read(request);
    if (ticket === null) throw new AppError('google.sign_in_over');
    const language = localeOf(request.headers['accept-language']);
    const input = { ...body, ticket, language, ...this.entrance.of(request) };
    const { started, ...told } = await this.rpc.call(finishGoogleSignInRpc, input);
    if (!started) return { user: null, ...told };
    this.tickets.clear(reply);
    return { user: this.entrance.enter(started, request, reply), ...told };
  }

  private async comeBack(trip: RoundTrip | null, request: ApiRequest, reply: ApiReply): Promise<string> {
    if (!trip) throw new AppError('google.sign_in_over');
    const callback = callbackOf(request, this.config.PUBLIC_URL);
    const { code_verifier, state, nonce, accept_terms } = trip;
    const said = await this.google.end(`${callback}${searchOf(request.url)}`, callback, {
      code_verifier,
      state,
      nonce,
    });
    if (!said) return 'cancelled';
    const { iss, aud, sub, exp, email, email_verified, name } = said;
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    const claims = { iss, aud, sub, exp, nonce, email: text(email), name: text(name) };
    const kept = await this.rpc.call(keepGoogleSignInRpc, {
      claims: { ...claims, email_verified: email_verified === true },
      accept_terms,
    });
    this.tickets.set(reply, kept.ticket, kept.expires_at);
    return 'finish';
  }
}

const searchOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');
