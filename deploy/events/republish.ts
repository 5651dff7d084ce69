import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  type RepublishStatus,
  type RpcRequest,
  republishDomainsCommand,
  republishIdentityCommand,
  republishLinksCommand,
} from '@linkway/contracts';
import type { NatsConnection } from '@nats-io/transport-node';

const commands = {
  links: republishLinksCommand,
  domains: republishDomainsCommand,
  identity: republishIdentityCommand,
};
type Command = (typeof commands)[keyof typeof commands];
type Request = RpcRequest<Command>;

export const usage = `republish ${Object.keys(commands).join('|')} [start|status|stop] [--rate=ROWS_A_SECOND] [--detach]`;

const LOOK_EVERY_MS = 1_000;

/**
 * Lets an owner tell of all its rows once more, and waits until it has, unless it may go on alone (`--detach`). Ending
 * this program does not end the work. The exit code.
 */
export async function run(args: readonly string[], connection: NatsConnection): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rate: { type: 'string' }, detach: { type: 'boolean', default: false } },
  });
  const [owner = '', action = 'start', ...rest] = positionals;
  const command = Object.entries(commands).find(([name]) => name === owner)?.[1];
  const request = { action, ...(values.rate === undefined ? {} : { rate: Number(values.rate) }) };
  const wanted = command?.request.safeParse(request);
  if (!command || !wanted?.success || rest.length > 0) {
    say(`usage: npm run events -- ${usage}`, process.stderr);
    return 2;
  }
  let status = await ask(connection, command, wanted.data);
  say(line(owner, status));
  if (action !== 'start' || values.detach) return 0;
  while (status.state === 'running') {
    await delay(LOOK_EVERY_MS);
    status = await ask(connection, command, { action: 'status' });
    say(line(owner, status));
  }
  return status.state === 'done' ? 0 : 1;
}

function line(owner: string, { state, done, total, rate, waiting }: RepublishStatus): string {
  const of = total === null ? '' : ` of about ${total}`;
  return `${owner}: ${state}, ${done}${of} rows, ${rate} a second${waiting === null ? '' : `, waiting: ${waiting}`}`;
}

/** As services ask each other. */
async function ask(connection: NatsConnection, command: Command, data: Request): Promise<RepublishStatus> {
  const id = crypto.randomUUID();
  const envelope = { caller: null, correlation_id: id, data };
  const message = await connection.request(
    command.subject,
    JSON.stringify({ id, pattern: command.subject, data: envelope }),
    { timeout: command.timeoutMs },
  );
  const { err, response } = message.json<{ err?: { detail?: string }; response?: unknown }>();
  if (err) throw new Error(err.detail ?? 'it could not be done');
  return command.reply.parse(response);
}

const say = (text: string, to: NodeJS.WriteStream = process.stdout): void => void to.write(`${text}\n`);
