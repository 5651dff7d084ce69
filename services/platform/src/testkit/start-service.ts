import { afterAll } from '@jest/globals';

/** What a service's main.ts exports. */
interface Startable<Running extends Stoppable> {
  start(env: Record<string, string | undefined>): Promise<Running>;
}

interface Stoppable {
  stop(): Promise<void>;
}

const started: Stoppable[] = [];

/** Starts a service of this or of another project; it is stopped when the test file ends, before the servers under it. */
export async function startService<Running extends Stoppable>(
  service: Startable<Running>,
  env: Record<string, string | undefined>,
): Promise<Running> {
  const running = await service.start(env);
  started.push(running);
  return running;
}

/** Last started, first stopped. */
export async function stopStartedServices(): Promise<void> {
  for (const service of started.splice(0).reverse()) {
    await service.stop();
  }
}

afterAll(stopStartedServices, 60_000);
