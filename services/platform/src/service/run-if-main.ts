import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../config/service-config.js';
import type { RunningService, Service } from './define-service.js';
import { EarlyStop } from './early-stop.js';

/**
 * Runs the service when its file is the program itself: until SIGTERM or SIGINT, which drain it.
 * A second signal ends it at once. Nothing is to be awaited, so that the file can be loaded by `require` too.
 */
export function runIfMain(meta: ImportMeta, service: Service): void {
  const program = process.argv[1];
  if (program === undefined || realpathSync(program) !== realpathSync(fileURLToPath(meta.url))) return;
  void run(service);
}

async function run(service: Service): Promise<void> {
  let running: RunningService | null = null;
  const early = new EarlyStop();
  let signals = 0;
  const stop = async () => {
    signals += 1;
    if (signals > 1) process.exit(1);
    await (running ?? early).stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  try {
    running = await service.start(process.env, { early });
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${service.name} cannot start: ${text}\n`);
    process.exit(1);
  }
}
