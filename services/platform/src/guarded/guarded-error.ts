/** Why a guarded request was not answered; stable words, which callers store and show. */
export type GuardedFailure =
  | 'address_refused'
  | 'address_private'
  | 'name_unknown'
  | 'timed_out'
  | 'connection_failed'
  | 'tls_failed'
  | 'redirected_too_often';

/** A guarded request without an answer. */
export class GuardedError extends Error {
  override readonly name = 'GuardedError';

  constructor(
    readonly failure: GuardedFailure,
    options?: ErrorOptions,
  ) {
    super(failure, options);
  }
}
