/** TypeORM's own, when the connection broke in the middle of a transaction: they have no code. */
const BROKEN = new Set([
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
  'CannotExecuteNotConnectedError',
]);

/** Connection refused or lost, or the server starting or stopping (SQLSTATE classes 08 and 57P): all of it passes. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, name } = error as { code?: unknown; message?: unknown; name?: unknown };
  if (typeof name === 'string' && BROKEN.has(name)) return true;
  if (typeof code === 'string') return /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08|57P)/.test(code);
  return typeof message === 'string' && /timeout|terminated|not queryable|Connection ended/i.test(message);
}
