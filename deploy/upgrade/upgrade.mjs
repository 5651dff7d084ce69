// `npm run upgrade-fixture [-- COMMIT]`: keeps a data folder of that release (default: of what is committed here).
// `npm run upgrade`: starts what is checked out here on each kept data folder, in both modes.
import { launch } from '../local/launch.mjs';

await launch(async ([command, commit = 'HEAD']) => {
  if (command === 'make') await (await import('./make.ts')).makeFixture(commit);
  else if (command === 'check') await (await import('./check.ts')).checkFixtures();
  else throw new Error('choose make or check');
});
