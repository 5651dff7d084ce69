import { describe, expect, it } from '@jest/globals';
import { createLinkSchema, registerSchema } from '@linkway/contracts';
import { z } from 'zod';
import { AppError } from './app-error.js';
import { fromProblem, invalidInput, toAppError, toProblem } from './problem.js';

const failure = (schema: z.ZodType, input: unknown): AppError => {
  const result = schema.safeParse(input);
  if (result.success) throw new Error('expected it to fail');
  return invalidInput(result.error);
};

describe('toProblem', () => {
  it('speaks the language, with parameters filled in', () => {
    const error = new AppError('links.monthly_limit', { limit: 50 });
    expect(toProblem(error, 'en', 'abc').detail).toBe(
      'You have used all 50 links this month. Upgrade your plan to continue.',
    );
    expect(toProblem(error, 'vi', 'abc')).toMatchObject({ status: 403, code: 'links.monthly_limit', trace_id: 'abc' });
    expect(toProblem(error, 'vi', 'abc').detail).toContain('50 liên kết');
  });

  it('tells nothing of an error that is not meant for the caller', () => {
    const problem = toProblem(new Error('password=hunter2'), 'en', '');
    expect(problem.status).toBe(500);
    expect(JSON.stringify(problem)).not.toContain('hunter2');
  });

  it('comes back from the wire as the same error', () => {
    const error = new AppError('auth.throttled', {}, { retryAfterSeconds: 30 });
    const back = fromProblem(JSON.parse(JSON.stringify(toProblem(error, 'en', ''))));
    expect(back).toMatchObject({ code: 'auth.throttled', retryAfterSeconds: 30, status: 429 });
    expect(fromProblem({ status: 'error', message: 'Internal server error' })).toBeNull();
  });
});

describe('invalidInput', () => {
  it('names each wrong field, and answers with the first code of the area', () => {
    const error = failure(registerSchema, { email: 'x', password: '123', full_name: ' ', accept_terms: false });
    expect(error.code).toBe('auth.email_invalid');
    expect(error.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['email', 'auth.email_invalid'],
      ['password', 'auth.password_weak'],
      ['full_name', 'auth.full_name_required'],
      ['accept_terms', 'auth.terms_required'],
    ]);
  });

  it('knows unknown, missing and wrongly typed fields, nested ones by their path', () => {
    const error = failure(createLinkSchema, { url: 'https://a.example', extra: 1, device_targeting: { mobile: 'x' } });
    expect(error.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['device_targeting.mobile', 'links.url_invalid'],
      ['extra', 'request.field_unknown'],
    ]);
    expect(failure(createLinkSchema, {}).code).toBe('links.url_required');
    expect(failure(createLinkSchema, { url: null }).code).toBe('request.invalid');
  });
});

describe('toAppError', () => {
  it('takes a lost database for an outage, which may be tried again', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    for (const error of [refused, starting, new Error('timeout exceeded when trying to connect')]) {
      expect(toAppError(error)).toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 2 });
    }
    // A connection that broke in the middle of a transaction.
    expect(
      toProblem(Object.assign(new Error('released'), { name: 'QueryRunnerProviderAlreadyReleasedError' }), 'en', ''),
    ).toMatchObject({
      status: 503,
      code: 'service.unavailable',
      params: { retry_after: 2 },
    });
    expect(toAppError(Object.assign(new Error('duplicate key'), { code: '23505' })).code).toBe('service.internal');
  });
});
