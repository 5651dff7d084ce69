import { Harness } from '@linkway/local/harness';
import { OpenIdProvider } from '@linkway/platform/testkit/openid-provider';
import { Containers } from './containers.ts';
import { startDestination } from './destination.ts';
import { mode } from './mode.ts';
import { tellWorkers } from './running.ts';

/** One whole Linkway for all tests, the site that their links lead to, and who is Google to it. Answers what ends them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const destination = await startDestination();
  // From within a container this machine cannot be reached by the name that browsers have for it.
  const google = mode === 'containers' ? null : await OpenIdProvider.start();
  const linkway = google
    ? await Harness.start({
        processes: mode === 'processes',
        environment: { ...clientOf(google), LINKWAY_WEBHOOKS_TO_PRIVATE: 'true' },
      })
    : await Containers.start();
  tellWorkers({
    web: linkway.web,
    redirect: linkway.redirect(),
    destination: destination.url,
    runFile: `${linkway.dataDir}/run.json`,
  });
  return async () => {
    await linkway.dispose();
    await google?.stop();
    await destination.stop();
  };
}

const clientOf = ({ clientId, clientSecret, issuer }: OpenIdProvider): Record<string, string> => ({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: issuer,
});
