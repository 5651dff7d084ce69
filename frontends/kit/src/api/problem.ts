import type { FieldError, Problem } from '@linkway/contracts';
import { currentLanguage, translator } from '../i18n/instance';
import type { Language } from '../i18n/registry';

/** Every failed call ends as one of these: the API's problem, or `network.unreachable` when no answer came. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: string;
  readonly status: number;
  readonly params: Record<string, string | number>;
  readonly errors: readonly FieldError[];
  readonly traceId: string | null;
  /** Of its sentences. A page that may change its language meanwhile says them by `useProblemTexts`. */
  readonly language: Language;

  constructor(problem: Partial<Problem> & { detail: string; code: string }, language = currentLanguage()) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status ?? 0;
    this.params = problem.params ?? {};
    this.errors = problem.errors ?? [];
    this.traceId = problem.trace_id ?? null;
    this.language = language;
  }

  /** The sentence for a person, in the language that was asked for. */
  get detail(): string {
    return this.message;
  }

  /** The first message of each wrong field, by its path. */
  get fields(): Record<string, string> {
    return Object.fromEntries([...this.errors].reverse().map(({ field, detail }) => [field, detail]));
  }
}

export const networkProblem = (): ApiProblem =>
  new ApiProblem({ code: 'network.unreachable', detail: translator('kit')('error.network') });

/** Of a question that nobody is signed in for any more; the page that asked is on its way out. */
export const leftProblem = (): ApiProblem =>
  new ApiProblem({ code: 'auth.unauthenticated', status: 401, detail: translator('kit')('error.unexpected') });

/** The problem of an answer that is not a success, also when something between (a proxy) wrote it. */
export async function problemOf(response: Response, language = currentLanguage()): Promise<ApiProblem> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (isProblem(body)) return new ApiProblem(body, language);
  return new ApiProblem({
    code: `http.${response.status}`,
    status: response.status,
    detail: translator('kit')('error.unexpected'),
  });
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}

/** Any thrown value as an ApiProblem, for a page that shows it. */
export const asProblem = (error: unknown): ApiProblem =>
  error instanceof ApiProblem
    ? error
    : new ApiProblem({ code: 'client.unexpected', detail: translator('kit')('error.unexpected') });
