import { AppError } from '@linkway/platform';

/** Counts what came of `work`: `success`, or the code of its error. */
export async function countOutcome<T>(
  counter: { inc(labels: { outcome: string }): void },
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work();
    counter.inc({ outcome: 'success' });
    return result;
  } catch (error) {
    counter.inc({ outcome: error instanceof AppError ? error.code : 'service.internal' });
    throw error;
  }
}
