import { finishGoogleSignInRpc, type GoogleClaims, keepGoogleSignInRpc, type RpcRequest } from '@linkway/contracts';
import { type RunningService, randomKey } from '@linkway/platform';
import { ask, BROWSER } from './identity.js';

const ISSUER = 'https://accounts.google.com';
export const GOOGLE = { GOOGLE_CLIENT_ID: 'linkway' };

/** What Google says of the owner of `an@example.com`, in a round trip of its own. */
export const claimsOf = (over: Partial<GoogleClaims> = {}): GoogleClaims => ({
  iss: ISSUER,
  aud: GOOGLE.GOOGLE_CLIENT_ID,
  sub: 'google-an',
  exp: Date.now() / 1_000 + 3_600,
  nonce: randomKey(),
  email: 'An@example.com',
  email_verified: true,
  name: 'An Nguyễn',
  ...over,
});

export const keep = (running: RunningService, claims: GoogleClaims = claimsOf(), accept_terms = false) =>
  ask(running, keepGoogleSignInRpc, { claims, accept_terms });

export const finish = (
  running: RunningService,
  ticket: string,
  over: Partial<RpcRequest<typeof finishGoogleSignInRpc>> = {},
) => ask(running, finishGoogleSignInRpc, { ticket, origin: BROWSER, language: 'en', ...over });

/** The whole way: what Google said is kept, and somebody is signed in by it, or is not. */
export async function withGoogle(
  running: RunningService,
  claims: Partial<GoogleClaims> = {},
  over: Partial<RpcRequest<typeof finishGoogleSignInRpc>> = {},
) {
  const { ticket } = await keep(running, claimsOf(claims));
  return finish(running, ticket, over);
}
