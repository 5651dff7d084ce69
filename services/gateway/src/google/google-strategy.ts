import type { AppError } from '@linkway/platform';
import { type Configuration, type IDToken, randomNonce, randomState } from 'openid-client';
import { Strategy } from 'openid-client/passport';
import passport from 'passport';
import { z } from 'zod';

/** What this end keeps of a round trip until the browser is back: nobody else can end it. */
export const tripSecretsSchema = z.object({ code_verifier: z.string(), state: z.string(), nonce: z.string() });
export type TripSecrets = z.output<typeof tripSecretsSchema>;

const KEY = 'trip';
type Request = Parameters<Strategy['authenticate']>[0];

/** A request as the strategy sees one: in the place of a session there is what is kept of this one round trip. */
interface Trip {
  method: 'GET';
  session: { [KEY]?: unknown };
  url: string;
}

/** The authorization code flow of OpenID Connect, with PKCE, and with state and nonce whatever the provider says that it can do. */
class GoogleStrategy extends Strategy {
  override authorizationRequestParams(...given: Parameters<Strategy['authorizationRequestParams']>) {
    const params = new URLSearchParams(super.authorizationRequestParams(...given));
    params.set('state', randomState());
    params.set('nonce', randomNonce());
    return params;
  }

  override currentUrl(request: Request): URL {
    return new URL(request.url);
  }

  override shouldInitiateAuthRequest(request: Request): boolean {
    return !(KEY in (request as unknown as Trip).session);
  }
}

/** What came of it: where to go, who it is, or that the person went back. */
type Outcome = { to: string } | { claims: IDToken } | { cancelled: true };

export class GoogleFlow {
  private readonly strategy: GoogleStrategy;

  constructor(config: Configuration) {
    this.strategy = new GoogleStrategy(
      { config, sessionKey: KEY, scope: 'openid email profile' },
      // Nobody is looked up here: who it is, is for identity to say.
      (tokens, done) => done(null, tokens.claims()),
    );
  }

  async begin(callback: string): Promise<{ url: string; secrets: TripSecrets }> {
    const trip: Trip = { method: 'GET', session: {}, url: callback };
    // Several people share a browser: it is asked each time who it is.
    const outcome = await this.run(trip, { callbackURL: callback, prompt: 'select_account' });
    if (!('to' in outcome)) throw new Error('the round trip did not begin');
    return { url: outcome.to, secrets: tripSecretsSchema.parse(trip.session[KEY]) };
  }

  /** `url`: that the browser came back to. null: the person went back. Throws where it is not the answer to this round trip. */
  async end(url: string, callback: string, secrets: TripSecrets): Promise<IDToken | null> {
    const outcome = await this.run(
      { method: 'GET', session: { [KEY]: { ...secrets } }, url },
      { callbackURL: callback },
    );
    return 'claims' in outcome ? outcome.claims : null;
  }

  private run(trip: Trip, options: { callbackURL: string; prompt?: string }): Promise<Outcome> {
    // passport writes what a strategy does next into the strategy: each round trip has one of its own.
    const strategy = Object.create(this.strategy) as GoogleStrategy;
    return new Promise((resolve, reject) => {
      let to = '';
      const reply = {
        setHeader: (name: string, value: string) => {
          if (name === 'Location') to = value;
        },
        end: () => resolve({ to }),
      };
      const done = (error: AppError | null, claims: IDToken | false | null): void => {
        if (error) reject(error);
        else resolve(claims ? { claims } : { cancelled: true });
      };
      passport.authenticate(strategy, { session: false, ...options }, done)(trip, reply, reject);
    });
  }
}
