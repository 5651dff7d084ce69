import { ApiProblem, type CreateLink } from '@linkway/kit/api';

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The Idempotency-Key of each submission. When no answer came, the same request sent again has the same key, so that it
 * cannot create a second link; everything else is a new submission.
 */
export function submissions() {
  let open: { key: string; request: string } | null = null;
  return {
    keyFor(link: CreateLink): string {
      const request = JSON.stringify(link);
      if (open?.request !== request) open = { key: randomKey(), request };
      return open.key;
    },
    answered(error?: unknown): void {
      const unanswered = error instanceof ApiProblem && (error.status === 0 || error.status >= 500);
      if (!unanswered) open = null;
    },
  };
}
