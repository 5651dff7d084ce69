import { ApiProblem } from '../../api/problem';

interface Submission {
  key: string;
  /** Of its password, whether there is one. */
  request: string;
}

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The Idempotency-Key of each submission of a form, kept under a name of the form and the account. When no answer came, not even
 * before a reload, the same request sent again has the same key, so that it cannot do its work twice; everything else is a new one.
 */
export function submissions(storageKey: string) {
  let open = stored(storageKey);
  // Nowhere kept, so not known after a reload: the API tells whether it is another one.
  let sentPassword: string | undefined;
  return {
    keyFor<Sent extends object>({ password, ...visible }: Sent & { password?: string }): string {
      const request = JSON.stringify({ ...visible, has_password: password !== undefined });
      const samePassword = sentPassword === undefined || sentPassword === password;
      if (open?.request !== request || !samePassword) open = { key: randomKey(), request };
      sentPassword = password;
      keep(storageKey, open);
      return open.key;
    },
    answered(error?: unknown): void {
      const unanswered = error instanceof ApiProblem && (error.status === 0 || error.status >= 500);
      if (unanswered) return;
      // The page may have been opened again since, and sent something else.
      if (stored(storageKey)?.key === open?.key) sessionStorage.removeItem(storageKey);
      open = null;
      sentPassword = undefined;
    },
  };
}

function stored(storageKey: string): Submission | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Submission | null;
  } catch {
    return null;
  }
}

function keep(storageKey: string, submission: Submission): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(submission));
  } catch {
    // A browser that keeps nothing: only after a reload is the same request a new submission.
  }
}
