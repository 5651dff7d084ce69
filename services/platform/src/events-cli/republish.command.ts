import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  type RepublishStatus,
  type RpcRequest,
  republishDomainsRpc,
  republishIdentityRpc,
  republishLinksRpc,
} from '@linkway/contracts';
import { type Command, type CommandContext, UsageError } from './command.js';

const owners = {
  links: republishLinksRpc,
  domains: republishDomainsRpc,
  identity: republishIdentityRpc,
};
type Republish = (typeof owners)[keyof typeof owners];

const FORM = `republish ${Object.keys(owners).join('|')} [start|status|stop] [--rate=ROWS_A_SECOND] [--detach]`;
const LOOK_EVERY_MS = 1_000;

/**
 * Lets an owner tell of all its rows once more, and waits until it has, unless it may go on alone. Ending this program does
 * not end the work.
 */
export const republishCommand: Command = {
  name: 'republish',
  usage: [[FORM, 'the owner tells of all its rows once more, while it serves; goes on where it was stopped']],
  async run(context, args) {
    const { owner, contract, request, detach } = read(args);
    let status = await ask(context, contract, request);
    context.say(line(owner, status));
    if (request.action !== 'start' || detach) return;
    while (status.state === 'running') {
      await delay(LOOK_EVERY_MS);
      status = await ask(context, contract, { action: 'status' });
      context.say(line(owner, status));
    }
    if (status.state !== 'done') throw new Error(`${owner}: it was stopped before its end`);
  },
};

function read(args: readonly string[]) {
  const { values, positionals } = parsed(args);
  const [owner = '', action = 'start', ...rest] = positionals;
  const contract = Object.entries(owners).find(([name]) => name === owner)?.[1];
  const rate = values.rate === undefined ? {} : { rate: Number(values.rate) };
  const request = contract?.request.safeParse({ action, ...rate });
  if (!contract || !request?.success || rest.length > 0) throw new UsageError(`usage: ${FORM}`);
  return { owner, contract, request: request.data, detach: values.detach };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { rate: { type: 'string' }, detach: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function line(owner: string, { state, done, total, rate, waiting }: RepublishStatus): string {
  // The estimate of a table that grew or was never analysed may be the smaller one.
  const of = total === null || state === 'done' || done > total ? '' : ` of about ${total}`;
  return `${owner}: ${state}, ${done}${of} rows, ${rate} a second${waiting === null ? '' : `, waiting: ${waiting}`}`;
}

/** As services ask each other. */
async function ask(
  { connection }: CommandContext,
  contract: Republish,
  data: RpcRequest<Republish>,
): Promise<RepublishStatus> {
  const id = crypto.randomUUID();
  const envelope = { caller: null, correlation_id: id, data };
  const message = await connection.request(
    contract.subject,
    JSON.stringify({ id, pattern: contract.subject, data: envelope }),
    { timeout: contract.timeoutMs },
  );
  const { err, response } = message.json<{ err?: { detail?: string }; response?: unknown }>();
  if (err) throw new Error(err.detail ?? 'it could not be done');
  return contract.reply.parse(response);
}
