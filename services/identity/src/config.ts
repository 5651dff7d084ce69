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
  /** Hashes worked on at once. Each takes a core for some 30 ms and 19 MiB; the rest of the process needs threads too. */
  HASH_CONCURRENCY: env.int(2, 1),
  /** Hashes that may wait for their turn; what comes beyond is refused at once. */
  HASH_QUEUE: env.int(64, 0),
  /** Of those, at work and waiting together, that one network may hold; this very machine is no network. */
  HASH_PER_NETWORK: env.int(8, 1),
};

export const identityConfig = serviceConfig(shape).superRefine(({ ADMIN_EMAIL, ADMIN_PASSWORD }, ctx) => {
  if ((ADMIN_EMAIL === '') === (ADMIN_PASSWORD === '')) return;
  const missing = ADMIN_EMAIL === '' ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD';
  ctx.addIssue({ code: 'custom', path: [missing], message: 'is required' });
});
export type IdentityConfig = ConfigOf<typeof identityConfig>;
