import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { AppError, type AppLogger } from '@linkway/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemFilter } from './problem.filter.js';

const error = jest.fn<AppLogger['error']>();
let filter: ProblemFilter;
beforeEach(() => {
  jest.useFakeTimers();
  error.mockReset();
  filter = new ProblemFilter({ error } as unknown as AppLogger);
});
afterEach(() => {
  jest.useRealTimers();
});

function fail(url: string, thrown: unknown): void {
  const request = { headers: {}, traceId: 'trace', routeOptions: { url } };
  filter.answer(thrown, request as unknown as FastifyRequest, { sent: true } as FastifyReply);
}
const told = () => error.mock.calls.map(([, fields]) => fields);

it('tells what fails for many requests once in a second, with how many more there were', () => {
  const away = new AppError('service.unavailable');
  for (let times = 0; times < 500; times += 1) fail('/api/links', away);
  const line = { route: '/api/links', code: 'service.unavailable', error: away };
  expect(told()).toEqual([line]);
  jest.advanceTimersByTime(1_000);
  fail('/api/links', away);
  expect(told()).toEqual([line, { ...line, more: 499 }]);
});

it('is silent about no other fault meanwhile, on the same route or on another', () => {
  const [away, bug] = [new AppError('service.unavailable'), new TypeError('a bug')];
  fail('/api/links', away);
  fail('/api/links', bug);
  fail('/api/domains', away);
  expect(told()).toEqual([
    { route: '/api/links', code: 'service.unavailable', error: away },
    { route: '/api/links', code: 'service.internal', error: bug },
    { route: '/api/domains', code: 'service.unavailable', error: away },
  ]);
});
