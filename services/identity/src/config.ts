import { registerSchema } from '@linkway/contracts';
import { type ConfigOf, databaseEnv, env, serviceConfig } from '@linkway/platform';

const { email, password } = registerSchema.shape;
const emptyOr = (holds: { safeParse(value: string): { success: boolean } }) => (value: string) =>
  value === '' || holds.safeParse(value).success;

const shape = {
  ...databaseEnv,
  REGISTRATION_ENABLED: env.bool(true),
  /** The first admin, made at the first start that finds none; both or neither. Later starts never change it. */
  ADMIN_EMAIL: env.string('').refine(emptyOr(email), 'must be an email address'),
  ADMIN_PASSWORD: env.string('').refine(emptyOr(password), 'must have 6 to 256 characters'),
  /** A machine made that password up: its owner has to choose another one before anything else. */
  ADMIN_PASSWORD_GENERATED: env.bool(false),
  /** Hashes worked on at once. Each takes a core for some 30 ms and 19 MiB; the rest of the process needs threads too. */
  HASH_CONCURRENCY: env.int(2, 1),
  /** Hashes that may wait for their turn; what comes beyond is refused at once. */
  HASH_QUEUE: env.int(64, 0),
  /** Of those, at work and waiting together, that one network may hold; this very machine is no network. */
  HASH_PER_NETWORK: env.int(8, 1),
  /** What each API key may ask for within an hour, whichever gateways it is asked of. */
  API_KEY_REQUESTS_PER_HOUR: env.int(1_000, 1).refine((limit) => limit <= 1_000_000_000, 'must be 1000000000 at most'),
  /** Origin that browsers see, which the links in mails lead to; never taken from a request, which may say any name. */
  PUBLIC_URL: env.url().refine((url) => /^https?:$/.test(new URL(url).protocol), 'must begin with http:// or https://'),
  /** Encrypts what is kept and has to be read again, such as the SMTP password. The one before it still opens what it sealed. */
  ENCRYPTION_KEY: env.secret().min(32),
  ENCRYPTION_KEY_PREVIOUS: env.string(''),
  /** Of the client that the gateway is to Google: what Google says is believed where it was said to that one. Empty: nobody signs in with it. */
  GOOGLE_CLIENT_ID: env.string(''),
  GOOGLE_ISSUER: env.url('https://accounts.google.com'),
  /** Where no SMTP server is set: mails are kept for administrators to read, or wait for a day. */
  MAIL_INBOX: env.bool(false),
  /** Push services of browsers may have private addresses, and any port: for tests and closed networks. */
  PUSH_PRIVATE_SERVICES: env.bool(false),
  /** Certificates in PEM that those of push services may come from, beside those that Node trusts. */
  PUSH_CA: env.string(''),
  /** Certificates in PEM that the SMTP server's may come from, beside those that Node trusts. */
  MAIL_CA: env.string(''),
};

export const identityConfig = serviceConfig(shape).superRefine(({ ADMIN_EMAIL, ADMIN_PASSWORD }, ctx) => {
  if ((ADMIN_EMAIL === '') === (ADMIN_PASSWORD === '')) return;
  const missing = ADMIN_EMAIL === '' ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD';
  ctx.addIssue({ code: 'custom', path: [missing], message: 'is required' });
});
export type IdentityConfig = ConfigOf<typeof identityConfig>;
