import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller, RpcInput, reportMaliciousLinksRpc } from '@linkway/contracts';
import { currentCall, withCallContext } from '../rpc/call-context.js';
import { patienceLeft, withDeadline } from '../rpc/patience.js';
import type { RpcClient } from '../rpc/rpc-client.js';
import { MaliciousLinkReporter } from './malicious-link-reporter.js';

type Report = RpcInput<typeof reportMaliciousLinksRpc>;
const call = jest.fn<(rpc: unknown, report: Report) => Promise<object>>();
const warn = jest.fn();
let links: MaliciousLinkReporter;
beforeEach(() => {
  jest.useFakeTimers();
  call.mockResolvedValue({});
  links = new MaliciousLinkReporter({ call } as unknown as Pick<RpcClient, 'call'>, { warn });
});
afterEach(() => {
  links.onModuleDestroy();
  jest.useRealTimers();
  jest.resetAllMocks();
});

const pass = (ms = 10_000) => jest.advanceTimersByTimeAsync(ms);
const told = () => call.mock.calls.map(([, { sources }]) => sources);
const user = (user_id: string, over: object = {}) => ({ kind: 'session', user_id, ...over }) as unknown as Caller;

describe('who wants malicious links', () => {
  it('is told once in ten seconds: accounts wherever they are, guests by network', async () => {
    links.count(user('a'), '203.0.113.7');
    links.count(user('a'), '203.0.113.8');
    links.count({ kind: 'api_key', user_id: 'b' } as unknown as Caller, '127.0.0.1');
    links.count(null, '2001:db8::1');
    links.count(null, '2001:db8::2');
    links.count(null, '203.0.113.7');
    links.count(null, '127.0.0.1');
    links.count(null, null);
    links.count({ kind: 'service', service: 'domains' } as unknown as Caller, '203.0.113.7');
    await pass(9_999);
    expect(call).not.toHaveBeenCalled();
    await pass(1);
    expect(told()).toEqual([
      [
        { user_id: 'a', ip_address: '203.0.113.8', refused: 2 },
        { user_id: 'b', ip_address: null, refused: 1 },
        { user_id: null, ip_address: '2001:db8::2', refused: 2 },
        { user_id: null, ip_address: '203.0.113.7', refused: 1 },
      ],
    ]);
    await pass(60_000);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('is the administrator who acts as a user, and keeps the last address that was known', async () => {
    links.count(user('a', { impersonator_id: 'admin' }), 'fe80::1%eth0');
    links.count(user('admin'), null);
    await pass();
    expect(told()).toEqual([[{ user_id: 'admin', ip_address: 'fe80::1', refused: 2 }]]);
  });

  it('is told again under the same number until it is answered, and what came meanwhile after it', async () => {
    call.mockRejectedValueOnce(new Error('away'));
    links.count(null, '203.0.113.7');
    await pass();
    links.count(null, '203.0.113.7');
    links.count(null, '203.0.113.7');
    await pass();
    await pass();
    const [first, again, next] = call.mock.calls.map(([, report]) => report);
    expect(again).toEqual(first);
    expect(next?.sources).toEqual([{ user_id: null, ip_address: '203.0.113.7', refused: 2 }]);
    expect(next?.report_id).not.toBe(first?.report_id);
    expect(call).toHaveBeenCalledTimes(3);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('takes little memory however many come, and of those that it has leaves out nobody', async () => {
    for (let n = 0; n < 20_000; n += 1) links.count(null, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    for (let n = 0; n < 100; n += 1) await pass();
    expect(told().map((sources) => sources.length)).toEqual(Array(100).fill(100));
    expect(new Set(told().flatMap((sources) => sources.map(({ ip_address }) => ip_address))).size).toBe(10_000);
    await pass();
    expect(call).toHaveBeenCalledTimes(100);
  });

  it('is told however long the caller waits who was refused, and in the name of nobody', async () => {
    const seen: unknown[] = [];
    call.mockImplementation(async () => {
      seen.push(patienceLeft(), currentCall().ip);
      return {};
    });
    links.count(null, '203.0.113.7');
    // A timer runs in the context of what began it; one of the test runs in that of the test.
    await withDeadline(performance.now() + 5_000, () =>
      withCallContext('one', null, () => pass(), null, '203.0.113.7'),
    );
    expect(seen).toEqual([null, null]);
  });

  it('is told no more once the process ends', async () => {
    links.count(null, '203.0.113.7');
    links.onModuleDestroy();
    links.count(null, '203.0.113.7');
    await pass(60_000);
    expect(call).not.toHaveBeenCalled();
  });
});
