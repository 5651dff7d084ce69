import { AppError } from '@linkway/platform';

/** As the migration `RefuseInStatements` raises it. */
const REFUSED = 'LK001';

export interface Refusal {
  reason: string;
  detail: string;
}

/** Why a statement refused itself in its middle; throws what is none of that, and `service.timeout` where nobody waits any more. */
export function refusalIn(error: unknown): Refusal {
  const { code, message, detail } = error as { code?: unknown; message?: string; detail?: string };
  if (code !== REFUSED) throw error;
  if (message === 'late') throw new AppError('service.timeout');
  return { reason: message ?? '', detail: detail ?? '' };
}

/** The line of a statement that refuses it where whoever asked has given up while rows were waited for. */
export const lateAfter = (parameter: string): string =>
  `WHEN clock_timestamp() - statement_timestamp() > make_interval(secs => ${parameter}::double precision / 1000)
      THEN links_refuse('late', '')`;
