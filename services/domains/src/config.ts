import { type ConfigOf, databaseEnv, env, serviceConfig } from '@linkway/platform';
import { normaliseDomainName } from './domain/domain-name.js';

export const domainsConfig = serviceConfig({
  ...databaseEnv,
  /** Host of the main free domain, with its port where that is not 80 or 443. */
  MAIN_DOMAIN: env.string().transform((value, ctx) => {
    const name = normaliseDomainName(value);
    if (name === null)
      ctx.addIssue({ code: 'custom', message: 'must be a host such as go.example.com or localhost:8080' });
    return name ?? '';
  }),
});
export type DomainsConfig = ConfigOf<typeof domainsConfig>;
