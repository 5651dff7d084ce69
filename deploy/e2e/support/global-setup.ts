import { Harness } from '@linkway/local/harness';
import { Containers } from './containers.ts';
import { startDestination } from './destination.ts';
import { mode } from './mode.ts';
import { tellWorkers } from './running.ts';

/** One whole Linkway for all tests, and the site that their links lead to. Answers what ends both. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const destination = await startDestination();
  const linkway =
    mode === 'containers' ? await Containers.start() : await Harness.start({ processes: mode === 'processes' });
  tellWorkers({
    web: linkway.web,
    redirect: linkway.redirect(),
    destination: destination.url,
    runFile: `${linkway.dataDir}/run.json`,
  });
  return async () => {
    await linkway.dispose();
    await destination.stop();
  };
}
