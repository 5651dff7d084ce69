import { ApiProblem, type CreateLink } from '@linkway/kit/api';

interface Submission {
  key: string;
  /** Of its password, whether there is one. */
  request: string;
}

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const storageKeyOf = (account: string): string => `create_submission:${account}`;

/**
 * The Idempotency-Key of each submission. When no answer came, not even before a reload, the same request sent again has
 * the same key, so that it cannot create a second link; everything else is a new submission.
 */
export function submissions(account: string) {
  let open = stored(account);
  // Nowhere kept, so not known after a reload: the API tells whether it is another one.
  let sentPassword: string | undefined;
  return {
    keyFor({ password, ...visible }: CreateLink): string {
      const request = JSON.stringify({ ...visible, has_password: password !== undefined });
      const samePassword = sentPassword === undefined || sentPassword === password;
      if (open?.request !== request || !samePassword) open = { key: randomKey(), request };
      sentPassword = password;
      keep(account, open);
      return open.key;
    },
    answered(error?: unknown): void {
      const unanswered = error instanceof ApiProblem && (error.status === 0 || error.status >= 500);
      if (unanswered) return;
      // The page may have been opened again since, and sent something else.
      if (stored(account)?.key === open?.key) sessionStorage.removeItem(storageKeyOf(account));
      open = null;
      sentPassword = undefined;
    },
  };
}

function stored(account: string): Submission | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKeyOf(account)) ?? 'null') as Submission | null;
  } catch {
    return null;
  }
}

function keep(account: string, submission: Submission): void {
  try {
    sessionStorage.setItem(storageKeyOf(account), JSON.stringify(submission));
  } catch {
    // A browser that keeps nothing: only after a reload is the same request a new submission.
  }
}
