import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RpcInput, reportFloodsRpc } from '@linkway/contracts';
import type { RpcClient } from '../rpc/rpc-client.js';
import { FloodReporter } from './flood-reporter.js';

type Report = RpcInput<typeof reportFloodsRpc>;
const call = jest.fn<(rpc: unknown, report: Report) => Promise<object>>();
const warn = jest.fn();
let floods: FloodReporter;
beforeEach(() => {
  jest.useFakeTimers();
  call.mockResolvedValue({});
  floods = new FloodReporter({ call } as unknown as Pick<RpcClient, 'call'>, { warn });
});
afterEach(() => {
  floods.onModuleDestroy();
  jest.useRealTimers();
  jest.resetAllMocks();
});

const come = (ip: string, times: number) => {
  for (let n = 0; n < times; n += 1) floods.count(ip);
};
const pass = (ms = 10_000) => jest.advanceTimersByTimeAsync(ms);
const told = () => call.mock.calls.map(([, { floods: some }]) => some);

describe('floods', () => {
  it('are told once in ten seconds, by network, those that are worth it', async () => {
    come('203.0.113.7', 12);
    come('198.51.100.1', 9);
    come('2001:db8::1', 6);
    come('2001:db8::2', 6);
    come('127.0.0.1', 500);
    come('', 500);
    await pass();
    expect(told()).toEqual([
      expect.arrayContaining([
        { ip_address: '203.0.113.7', refused: 12 },
        { ip_address: '2001:db8::2', refused: 12 },
      ]),
    ]);
    expect(told()[0]).toHaveLength(2);
    await pass(60_000);
    expect(call).toHaveBeenCalledTimes(1);
    come('203.0.113.7', 10);
    await pass();
    expect(told()[1]).toEqual([{ ip_address: '203.0.113.7', refused: 10 }]);
  });

  it('are told again under their number until it is answered, and what came meanwhile after them', async () => {
    call.mockRejectedValueOnce(new Error('away'));
    come('203.0.113.7', 12);
    await pass();
    come('203.0.113.7', 30);
    await pass();
    await pass();
    const [first, again, next] = call.mock.calls.map(([, report]) => report);
    expect(again).toEqual(first);
    expect(next).toEqual({ report_id: expect.any(String), floods: [{ ip_address: '203.0.113.7', refused: 30 }] });
    expect(next?.report_id).not.toBe(first?.report_id);
    expect(call).toHaveBeenCalledTimes(3);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('take little memory however many addresses come, and tell of the worst', async () => {
    for (let n = 0; n < 20_000; n += 1) come(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, n === 150 ? 40 : 10);
    await pass();
    expect(told()[0]).toHaveLength(100);
    expect(told()[0]?.[0]).toEqual({ ip_address: '10.0.0.150', refused: 40 });
  });

  it('are told no more once the process ends', async () => {
    come('203.0.113.7', 50);
    floods.onModuleDestroy();
    come('203.0.113.7', 50);
    await pass(60_000);
    expect(call).not.toHaveBeenCalled();
  });
});
