import { join } from 'node:path';
import { root } from './install.mjs';
import { RunFile } from './run-file.ts';
import { readSettings } from './settings.ts';
import { UserError } from './user-error.ts';

/** Where the NATS of the running product is: NATS_URL where it is given, else what the data folder's run.json tells. */
export function environmentOfRun(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  if (env.NATS_URL) return env;
  const { dataDir } = readSettings([], env, root);
  const nats = RunFile.read(join(dataDir, 'run.json'))?.nats;
  if (!nats) {
    throw new UserError(`nothing runs on ${dataDir}: start it, or name another with LINKWAY_DATA or NATS_URL`);
  }
  return { ...env, NATS_URL: nats.url, NATS_USER: nats.user, NATS_PASSWORD: nats.password };
}
