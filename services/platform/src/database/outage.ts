import { isNoRoom } from '../nats/answers.js';

/** Node's names for a peer or a name server that cannot be reached. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/;

/**
 * SQLSTATEs that pass by themselves: connection (08), server stopping or starting (57P), no room, memory or connection
 * left (53), an error of its disk (58030), lock_timeout (55P03), statement_timeout (57014), deadlock (40P01),
 * serialisation (40001), a standby that is not the primary yet (25006), a transaction that waited too long (25P03). And
 * those of connecting, which say nothing of the statement: who may connect (28), no such database (3D000).
 */
const DATABASE = /^(08|28|3D000|53|57P|58030|55P03|57014|40P01|40001|25006|25P03)/;

/** The server's words for what ends a connection, such as a database that takes none now (55000, which others have too). */
const ENDED = new Set(['FATAL', 'PANIC']);

/** Of a connection that a database refuses, in every language of the server's messages. */
const REFUSED_BY = 'CheckMyDatabase';

/** What a called service answers, or what is said in its place, when it is away or has too much to do. */
const SERVICES = new Set(['service.unavailable', 'service.timeout', 'service.busy']);

const NAMES = new Set([
  // NATS and JetStream; a stream that is missing answers as JetStream that is not enabled.
  'TimeoutError',
  'NoResponders',
  'NoRespondersError',
  'ClosedConnectionError',
  'DrainingConnectionError',
  'ConnectionError',
  'JetStreamNotEnabled',
  // TypeORM, after the connection broke under a query runner, or while the data source is closed.
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
  'CannotExecuteNotConnectedError',
]);

/** pg, TypeORM and NATS (of a request that was under way) tell these by their text alone. */
const TEXT =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Connection ended|not queryable|Cannot use a pool after calling end|DataSource is not (initialized|set)|connection timeout|heartbeats missed|connection closed/i;

/** Deep enough for an error of a driver inside one of TypeORM inside one of ours. */
const DEPTH = 5;

/**
 * Whether a store or a service is away, or so busy that the same attempt may succeed later: nothing is wrong with what
 * was attempted. Looks into causes. Everything else is the attempt's own fault.
 */
export function isOutage(error: unknown): boolean {
  return looksAway(error, DEPTH);
}

function looksAway(error: unknown, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  if (error instanceof AggregateError && error.errors.some((inner) => looksAway(inner, depth - 1))) return true;
  if (isNoRoom(error)) return true;
  const { code, name, message, status, cause, driverError, severity, routine } = error as Record<string, unknown>;
  if ((typeof severity === 'string' && ENDED.has(severity)) || routine === REFUSED_BY) return true;
  if (typeof code === 'string' && (NETWORK.test(code) || DATABASE.test(code) || SERVICES.has(code))) return true;
  if (typeof name === 'string' && (NAMES.has(name) || isUnavailableJetStream(name, status, code))) return true;
  // An error with a SQLSTATE was told by the database: its text is not ours to guess from.
  if (typeof code !== 'string' && typeof message === 'string' && TEXT.test(message)) return true;
  return looksAway(cause, depth - 1) || looksAway(driverError, depth - 1);
}

function isUnavailableJetStream(name: string, status: unknown, code: unknown): boolean {
  return name.startsWith('JetStream') && (status === 503 || code === 503);
}

/** For a line of readiness or of the log: what is away, without the details. */
export function outageText(error: unknown): string {
  const text =
    error instanceof Error ? error.message || (error as { code?: string }).code || error.name : String(error);
  return text.replace(/\s+/g, ' ').slice(0, 200);
}
