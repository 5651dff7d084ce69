import { afterEach, expect, it, jest } from '@jest/globals';
import { type RpcEnvelope, signOutRpc } from '@linkway/contracts';
import type { ClientNats, NatsRecord } from '@nestjs/microservices';
import { EmptyResponseException } from '@nestjs/microservices/errors/empty-response.exception.js';
import { of, throwError } from 'rxjs';
import { Metrics } from '../metrics/metrics.js';
import type { Tracing } from '../telemetry/tracing.js';
import { RpcClient } from './rpc-client.js';

afterEach(() => void jest.restoreAllMocks());

it.each([-1, 1])('asks again with what is left of its time, with the clock set by %s h meanwhile', async (hours) => {
  const now = Date.now.bind(Date);
  const patience: number[] = [];
  const send = (_subject: string, record: NatsRecord) => {
    patience.push((record.data as RpcEnvelope & { patience_ms: number }).patience_ms);
    if (patience.length > 1) return of({ ended: true });
    jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
    return throwError(() => new EmptyResponseException(signOutRpc.subject));
  };
  const tracing = { span: (_name: string, work: () => unknown) => work(), traceparent: () => null };
  const client = new RpcClient({ send } as unknown as ClientNats, tracing as unknown as Tracing, new Metrics('test'));
  const options = { timeoutMs: 10_000 };
  expect(await client.call(signOutRpc, { session_token: 'any' }, options)).toEqual({ ended: true });
  const [first = 0, second = 0] = patience;
  expect(second).toBeLessThan(first);
  expect(second).toBeGreaterThan(0);
});
