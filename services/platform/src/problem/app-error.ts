import { type ErrorCode, type ErrorParams, errorMessage, errors, type FieldError } from '@linkway/contracts';

export interface AppErrorOptions {
  /** Seconds; becomes Retry-After. */
  retryAfterSeconds?: number;
  errors?: FieldError[];
  cause?: unknown;
}

/** An error that the caller is told of. Status and texts come from contracts; the English text goes into the log. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly errors: FieldError[] | undefined;

  constructor(
    readonly code: ErrorCode,
    readonly params: ErrorParams = {},
    options: AppErrorOptions = {},
  ) {
    super(errorMessage(code, 'en', params), options.cause === undefined ? undefined : { cause: options.cause });
    this.status = errors[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.errors = options.errors;
  }
}
