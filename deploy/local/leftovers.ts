import { commandLine, isAlive, ServerProcess } from '@linkway/platform/embedded';
import type { RunRecord } from './run-file.ts';

/**
 * Ends the service processes that a killed run left behind; PostgreSQL and NATS are taken over or ended where they are
 * started. An id may belong to another program by now, so its command line is looked at.
 */
export async function endLeftovers(last: RunRecord | null): Promise<void> {
  const entries = Object.entries(last?.processes ?? {});
  await Promise.all(
    entries.map(async ([name, { pid }]) => {
      const service = name.replace(/-\d+$/, '');
      if (isAlive(pid) && commandLine(pid).includes(`/services/${service}/dist/main.js`)) {
        await ServerProcess.adopt(pid, 'SIGTERM').stop(10_000);
      }
    }),
  );
}
