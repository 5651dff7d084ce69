import { STATUS_CODES } from 'node:http';
import {
  type ErrorCode,
  errorMessage,
  type FieldError,
  isErrorCode,
  type Locale,
  type Problem,
  problemSchema,
} from '@linkway/contracts';
import type { ZodError } from 'zod';
import { isOutage } from '../database/outage.js';
import { AppError } from './app-error.js';

/** What the caller is told of an error: an outage passes, so it may be tried again; anything else is our own fault. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOutage(error)) return new AppError('service.unavailable', {}, { cause: error, retryAfterSeconds: 2 });
  return new AppError('service.internal', {}, { cause: error });
}

/** The RFC 9457 body of an error in a language. What is not an AppError tells nothing but its code. */
export function toProblem(error: unknown, locale: Locale, traceId: string): Problem {
  const known = toAppError(error);
  const params =
    known.retryAfterSeconds === undefined ? known.params : { ...known.params, retry_after: known.retryAfterSeconds };
  return {
    type: `/problems/${known.code}`,
    title: STATUS_CODES[known.status] ?? 'Error',
    status: known.status,
    detail: errorMessage(known.code, locale, params),
    code: known.code,
    params,
    ...(known.errors ? { errors: known.errors.map((field) => inLocale(field, locale, params)) } : {}),
    trace_id: traceId,
  };
}

const inLocale = (field: FieldError, locale: Locale, params: AppError['params']): FieldError =>
  isErrorCode(field.code) ? { ...field, detail: errorMessage(field.code, locale, params) } : field;

/** Turns a problem that came over NATS back into the error that was thrown on the other side. */
export function fromProblem(value: unknown): AppError | null {
  const parsed = problemSchema.safeParse(value);
  if (!parsed.success || !isErrorCode(parsed.data.code)) return null;
  const { params } = parsed.data;
  const { retry_after: retryAfter } = params;
  return new AppError(parsed.data.code, params, {
    ...(typeof retryAfter === 'number' ? { retryAfterSeconds: retryAfter } : {}),
    ...(parsed.data.errors ? { errors: parsed.data.errors } : {}),
  });
}

const isAreaCode = (code: string): code is ErrorCode => isErrorCode(code) && !/^(request|service)\./.test(code);

/** What zod found wrong, field by field. Its messages are error codes; those it made up itself map to general ones. */
export function invalidInput(error: ZodError): AppError {
  const fields = error.issues.flatMap(fieldErrors);
  const first = fields.find((field) => isAreaCode(field.code));
  return new AppError(first && isAreaCode(first.code) ? first.code : 'request.invalid', {}, { errors: fields });
}

function fieldErrors(issue: Issue): FieldError[] {
  const path = issue.path.join('.');
  const make = (field: string, code: ErrorCode): FieldError => ({ field, code, detail: errorMessage(code, 'en') });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => make(path ? `${path}.${key}` : key, 'request.field_unknown'));
  }
  return [make(path, isErrorCode(issue.message) ? issue.message : 'request.field_type')];
}

type Issue = ZodError['issues'][number];
