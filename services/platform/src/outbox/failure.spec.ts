import { describe, expect, it } from '@jest/globals';
import { JetStreamApiError } from '@nats-io/jetstream';
import {
  ClosedConnectionError,
  InvalidArgumentError,
  NoRespondersError,
  PermissionViolationError,
  RequestError,
  TimeoutError,
} from '@nats-io/nats-core';
import { type Failure, failureOf } from './failure.js';

const answer = (code: number, err_code: number, description: string) =>
  new JetStreamApiError({ code, err_code, description });

describe('failureOf', () => {
  it.each<[string, unknown, Failure]>([
    ['no answer', new TimeoutError(), 'away'],
    ['a closed connection', new ClosedConnectionError(), 'away'],
    ['nobody there', new RequestError('no responders', { cause: new NoRespondersError('x') }), 'away'],
    ['JetStream away', new Error('jetstream is not enabled', { cause: new RequestError('no responders') }), 'away'],
    ['a lost socket', Object.assign(new Error('read'), { code: 'ECONNRESET' }), 'away'],
    ['a full stream', answer(503, 10077, 'maximum bytes exceeded'), 'full'],
    ['a full disk', answer(500, 10047, 'insufficient storage resources available'), 'full'],
    ['a full memory', answer(500, 10028, 'insufficient memory resources available'), 'full'],
    ['a server that is full, or busy', answer(503, 10023, 'insufficient resources'), 'full'],
    ['a full account', answer(400, 10002, 'resource limits exceeded for account'), 'full'],
    ['settings that are refused', answer(400, 10052, 'subjects overlap'), 'full'],
    ['another stream than expected', answer(400, 10060, 'expected stream does not match'), 'refused'],
    ['a sealed stream', answer(400, 10109, 'invalid operation on sealed stream'), 'refused'],
    ['not after the message that it names', answer(400, 10071, 'wrong last sequence: 7'), 'refused'],
    ['not of the sequence that it names', answer(503, 10063, 'expected stream sequence does not match'), 'refused'],
    ['not after the id that it names', answer(400, 10070, 'wrong last msg ID: 7'), 'refused'],
    ['headers that are too large', answer(400, 10097, 'header size exceeds maximum allowed of 64k'), 'refused'],
    ['a rollup that is not allowed', answer(400, 10111, 'rollup not permitted'), 'refused'],
    ['not after the sequence that is fixed', answer(400, 10164, 'wrong last sequence'), 'refused'],
    ['a life that is none', answer(400, 10165, 'invalid per-message TTL'), 'refused'],
    ['a life of its own', answer(400, 10166, 'per-message TTL is disabled'), 'refused'],
    ['a right that is missing', new PermissionViolationError('Permissions Violation', 'publish', 'evt.x'), 'full'],
    ['a message over the limit of its stream', answer(400, 10054, 'message size exceeds maximum allowed'), 'refused'],
    ['a message over max_payload', InvalidArgumentError.format('payload', 'max_payload size exceeded'), 'refused'],
    ['what does not parse', new SyntaxError('no envelope'), 'refused'],
  ])('%s', (_, error, failure) => expect(failureOf(error)).toBe(failure));
});
