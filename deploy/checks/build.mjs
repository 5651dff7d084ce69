// Builds as `npm start` does, so that what is tested is what it would run.
import { ensureBuilt } from '../local/build.mjs';

await ensureBuilt((line) => process.stdout.write(`${line}\n`));
