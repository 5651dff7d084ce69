import { Harness } from '@linkway/local/harness';
import { startDestination } from './destination.ts';
import { mode } from './mode.ts';
import { tellWorkers } from './running.ts';

/** One whole Linkway for all tests, and the site that their links lead to. Answers what ends both. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const destination = await startDestination();
  const harness = await Harness.start({ processes: mode === 'processes' });
  tellWorkers({
    web: harness.web,
    redirect: harness.redirect(),
    destination: destination.url,
    runFile: `${harness.dataDir}/run.json`,
  });
  return async () => {
    await harness.dispose();
    await destination.stop();
  };
}
