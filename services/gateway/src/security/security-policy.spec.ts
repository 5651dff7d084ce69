import { afterEach, expect, it, jest } from '@jest/globals';
import type { SecurityPolicy as Policy } from '@linkway/contracts';
import type { AppLogger, EventTail, RpcClient } from '@linkway/platform';
import { SecurityPolicy } from './security-policy.js';

const HERE = '203.0.113.7';
const logger = { warn: jest.fn(), error: jest.fn() } as unknown as AppLogger;
const policyOf = (version: number, more: Partial<Policy> = {}) =>
  ({ version, ip_whitelist_enabled: false, ip_whitelist: [], blocked: [], ...more }) as unknown as Policy;
const ELSEWHERE = { ip_whitelist_enabled: true, ip_whitelist: ['198.51.100.1'] };

let running: SecurityPolicy | null = null;
afterEach(async () => {
  jest.restoreAllMocks();
  await running?.onModuleDestroy();
});

/** A node that was told this at its start; `answer`: what identity says from then on. */
async function node(first: Policy) {
  let answer = async (): Promise<Policy> => first;
  let asked = 0;
  let isHeard = true;
  let hear: (policy: Policy) => void = () => undefined;
  const rpc = {
    call: () => {
      asked += 1;
      return answer();
    },
  } as unknown as RpcClient;
  const follow = (_contracts: unknown, handler: typeof hear) => {
    hear = handler;
    return { onGap: () => undefined, isHeard: () => isHeard, stop: () => undefined };
  };
  const security = new SecurityPolicy(rpc, { follow } as unknown as EventTail, logger);
  running = security;
  security.onModuleInit();
  await security.admits(HERE);
  return {
    security,
    asked: () => asked,
    hear: (policy: Policy) => hear(policy),
    says: (next: typeof answer) => void (answer = next),
    hears: (heard: boolean) => void (isHeard = heard),
  };
}

it('believes what was said for five seconds at most where administrators are concerned and no event is heard', async () => {
  const { security, asked, says, hears } = await node(policyOf(1));
  const [now, before] = [performance.now(), asked()];
  const clock = jest.spyOn(performance, 'now');
  clock.mockReturnValue(now + 3_600_000);
  expect(await security.admits(HERE)).toBe(true);
  expect(asked()).toBe(before);
  hears(false);
  says(async () => policyOf(2, ELSEWHERE));
  expect(await security.admits(HERE)).toBe(false);
  expect(asked()).toBe(before + 1);
  clock.mockReturnValue(now + 3_604_900);
  await security.admits(HERE);
  expect(asked()).toBe(before + 1);
  clock.mockReturnValue(now + 3_605_100);
  await security.admits(HERE);
  expect(asked()).toBe(before + 2);
});

it('takes no answer over an event that told something newer while it was on its way', async () => {
  const { security, hear, says, hears } = await node(policyOf(1));
  const late = Promise.withResolvers<Policy>();
  says(() => late.promise);
  hears(false);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
  const admitted = security.admits(HERE);
  hear(policyOf(3, ELSEWHERE));
  late.resolve(policyOf(2));
  expect(await admitted).toBe(false);
  hears(true);
  expect(await security.admits(HERE)).toBe(false);
  expect(security.now).toMatchObject({ version: 3 });
});

it('takes an answer of an older version where nothing was told meanwhile, as after a backup was put back', async () => {
  const { security, hear, says, hears } = await node(policyOf(1));
  hear(policyOf(5, ELSEWHERE));
  hear(policyOf(4));
  expect(await security.admits(HERE)).toBe(false);
  says(async () => policyOf(2));
  hears(false);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
  expect(await security.admits(HERE)).toBe(true);
});
