import { CODE_DIGITS } from '@linkway/contracts';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Linkway';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** A code of the step before or after is taken as well: clocks differ, and people type. */
const DRIFT_STEPS = 1;

const totp = (secret: string, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: STEP_SECONDS,
  });

/** 160 random bits, as RFC 4226 wants them: 32 characters of base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The link that an authenticator reads from a QR code. */
export const otpauthUrl = (secret: string, email: string): string => totp(secret, email).toString();

/**
 * The step of RFC 6238 (30 seconds, counted from 1970) that a code belongs to, where it is one of those around `now` (ms) and later than
 * `after`, the last that was used; null otherwise.
 */
export function stepOf(secret: string, code: string, after: number | null, now = Date.now()): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: DRIFT_STEPS });
  if (delta === null) return null;
  const step = Math.floor(now / 1_000 / STEP_SECONDS) + delta;
  return after === null || step > after ? step : null;
}
