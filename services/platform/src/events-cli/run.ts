import { NATS_OPERATOR, natsInbox } from '@linkway/contracts';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { z } from 'zod';
import { baseEnv, loadConfig } from '../config/service-config.js';
import { isOutage, outageText } from '../database/outage.js';
import { UsageError } from './command.js';
import { commands } from './commands.js';

const connectionEnv = z.object({
  NATS_URL: baseEnv.NATS_URL,
  NATS_USER: baseEnv.NATS_USER,
  NATS_PASSWORD: baseEnv.NATS_PASSWORD,
});

export interface EventsOutput {
  say(line: string): void;
  complain(line: string): void;
}

/** Runs one command against the NATS that the environment names, which is asked for only then. Answers the exit code; 2: the arguments do not fit. */
export async function runEvents(
  args: readonly string[],
  environment: () => Record<string, string | undefined>,
  { say, complain }: EventsOutput,
): Promise<number> {
  const [name, ...rest] = args;
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    usage().forEach(name === undefined || name === '--help' ? say : complain);
    return name === '--help' ? 0 : 2;
  }
  try {
    const config = loadConfig(connectionEnv, environment());
    const connection = await connect({
      servers: config.NATS_URL.split(','),
      name: 'events-cli',
      timeout: 5_000,
      reconnect: false,
      // Services answer only into the inboxes of those that they know.
      inboxPrefix: natsInbox(config.NATS_USER || NATS_OPERATOR),
      ...(config.NATS_USER ? { user: config.NATS_USER, pass: config.NATS_PASSWORD } : {}),
    });
    try {
      const manager = await jetstreamManager(connection, { timeout: 5_000 });
      await command.run({ connection, jetstream: jetstream(connection), manager, say }, rest);
      return 0;
    } finally {
      await connection.close();
    }
  } catch (error) {
    complain(isOutage(error) ? `NATS does not answer: ${outageText(error)}` : (error as Error).message);
    return error instanceof UsageError ? 2 : 1;
  }
}

function usage(): string[] {
  const forms = commands.flatMap((command) => command.usage);
  const width = Math.max(...forms.map(([form]) => form.length));
  return forms.map(([form, what]) => `${form.padEnd(width)}  ${what}`);
}
