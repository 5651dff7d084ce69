import { emailSchema, type GoogleClaims, lineOfText, MAX_NAME_LENGTH } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import type { Told } from './google-sign-in.repository.js';

/** Of the clocks of two machines. */
const LEEWAY_SECONDS = 60;

export interface Expected {
  issuer: string;
  clientId: string;
}

/**
 * What is believed of Google's claims: those of the issuer that is set up, made for this client, and not expired; the address alone where
 * Google has verified it. Throws `google.sign_in_invalid`.
 */
export function toldBy(claims: GoogleClaims, expected: Expected, now = Date.now()): Omit<Told, 'terms_accepted'> {
  const { iss, aud, sub, exp } = claims;
  // For several at once: which of them it is meant for would have to be told apart.
  const isOurs =
    iss === expected.issuer && (Array.isArray(aud) ? aud.length === 1 && aud[0] : aud) === expected.clientId;
  if (!isOurs || exp + LEEWAY_SECONDS <= now / 1_000) throw new AppError('google.sign_in_invalid');
  const email = claims.email_verified === true ? emailSchema.safeParse(claims.email) : null;
  return { issuer: iss, subject: sub, email: email?.data ?? null, full_name: nameOf(claims) };
}

/** null: there is none that an account could have. */
function nameOf({ name }: GoogleClaims): string | null {
  const given = lineOfText(MAX_NAME_LENGTH).safeParse(name);
  return given.data || null;
}
