import { describe, expect, it } from '@jest/globals';
import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/nats-core';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { AppError } from '../problem/app-error.js';
import { isOutage } from './outage.js';

const withCode = (code: string, message = 'told by the server') => Object.assign(new Error(message), { code });
const sql = (code: string) => new QueryFailedError('SELECT 1', [], withCode(code));

describe('isOutage', () => {
  it.each([
    ['connection refused', withCode('ECONNREFUSED')],
    ['all addresses refused', new AggregateError([withCode('ECONNREFUSED')])],
    ['connection lost', sql('08006')],
    ['stopped by its administrator', sql('57P01')],
    ['starting up', sql('57P03')],
    ['too many connections', sql('53300')],
    ['disk full', sql('53100')],
    ['lock_timeout', sql('55P03')],
    ['statement_timeout', sql('57014')],
    ['deadlock', sql('40P01')],
    ['a database put back under another name meanwhile', withCode('3D000')],
    ['a password that was changed', withCode('28P01')],
    ['a database that takes no connections', Object.assign(withCode('55000'), { severity: 'FATAL' })],
    ['the same in another language', Object.assign(withCode('55000'), { routine: 'CheckMyDatabase' })],
    ['serialisation', sql('40001')],
    ['not the primary', sql('25006')],
    ['pool without a connection', new Error('timeout exceeded when trying to connect')],
    ['no answer to a query', new Error('Query read timeout')],
    ['connection broke', new Error('Connection terminated unexpectedly')],
    ['released query runner', new QueryRunnerAlreadyReleasedError()],
    ['closed data source', new Error('DataSource is not initialized')],
    ['NATS time-out', new errors.TimeoutError()],
    ['nobody listens', new errors.RequestError('no responders', { cause: new errors.NoRespondersError('a') })],
    ['NATS closed', new errors.ClosedConnectionError()],
    ['NATS closed under a request', new errors.RequestError('connection closed')],
    [
      'JetStream unavailable',
      new JetStreamApiError({ code: 503, err_code: 10008, description: 'JetStream system temporarily unavailable' }),
    ],
    [
      'a full JetStream account',
      new JetStreamApiError({ code: 400, err_code: 10002, description: 'resource limits exceeded for account' }),
    ],
    [
      'a full or a busy JetStream server',
      new JetStreamApiError({ code: 503, err_code: 10023, description: 'insufficient resources' }),
    ],
    [
      'a full memory of NATS',
      new JetStreamApiError({ code: 500, err_code: 10028, description: 'insufficient memory resources available' }),
    ],
    [
      'a full disk of NATS, below an error of ours',
      new Error('could not tell', {
        cause: new JetStreamApiError({ code: 500, err_code: 10047, description: 'insufficient storage resources' }),
      }),
    ],
    ['a service is away', new AppError('service.unavailable')],
    ['a service is late', new AppError('service.timeout')],
    ['a service has too much to do', new AppError('service.busy', {}, { retryAfterSeconds: 2 })],
    ['an outage as the cause', new Error('could not project', { cause: sql('57P01') })],
  ])('%s', (_what, error) => {
    expect(isOutage(error)).toBe(true);
  });

  it.each([
    ['a rule of the database', sql('23505')],
    ['a wrong statement', sql('42703')],
    ['an object in another state', Object.assign(withCode('55000'), { severity: 'ERROR', routine: 'currval_oid' })],
    ['a value that the database refuses, whatever its text', withCode('22P02', 'invalid: "Connection terminated"')],
    ['a mistake in the code', new TypeError('x is not a function')],
    ['a text that speaks of a timeout', new Error('the timeout setting is not valid')],
    ['a refusal of a service', new AppError('links.code_taken', { code: 'a' })],
    ['a JetStream refusal', new JetStreamApiError({ code: 400, err_code: 10052, description: 'bad config' })],
    ['nothing', undefined],
  ])('not %s', (_what, error) => {
    expect(isOutage(error)).toBe(false);
  });
});
