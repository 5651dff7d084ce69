import { type ConfigOf, databaseEnv, env, serviceConfig } from '@linkway/platform';

export const identityConfig = serviceConfig({
  ...databaseEnv,
  REGISTRATION_ENABLED: env.bool(true),
  /** The first admin, made at the first start that finds none; both or neither. Later starts never change it. */
  ADMIN_EMAIL: env.string(''),
  ADMIN_PASSWORD: env.string(''),
  /** Hashes worked on at once. Each takes a core for some 30 ms and 19 MiB; the rest of the process needs threads too. */
  HASH_CONCURRENCY: env.int(2, 1),
  /** Hashes that may wait for their turn; what comes beyond is refused at once. */
  HASH_QUEUE: env.int(64, 0),
  /** Tells of every account once more at this start, for a consumer that lost what it knew. */
  IDENTITY_REPUBLISH: env.bool(false),
});
export type IdentityConfig = ConfigOf<typeof identityConfig>;
