import { randomUUID } from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import { type LinksWithin, withDeadline } from '@linkway/platform';
import { QueryController } from './query.controller.js';
import type { QuestionQueue } from './question-queue.js';
import type { StatisticsService } from './statistics.service.js';

const LINK = randomUUID();

function aController() {
  const ask = jest.fn<(...asked: [string, string, number]) => Promise<unknown>>(async () => null);
  const queue = { ask } as unknown as QuestionQueue;
  const within = { among: async (ids: string[]) => ids } as unknown as LinksWithin;
  return { ask, controller: new QueryController({} as StatisticsService, queue, queue, within) };
}

it('guests count by their network, whichever links they ask for; who asks for everybody is another caller', async () => {
  const { ask, controller } = aController();
  const askedFor = async (ip: string | undefined, ...link_ids: string[]) => {
    const data = { link_ids, ...(ip !== undefined && { ip }) };
    await controller.guestTotals({ caller: null, correlation_id: 'test', data } as never);
    return ask.mock.calls.at(-1)?.[0];
  };
  const one = await askedFor('2001:db8:1:2::1', LINK);
  expect(await askedFor('2001:db8:1:2::9', randomUUID(), LINK)).toBe(one);
  const others = [await askedFor('203.0.113.7', LINK), await askedFor(undefined, LINK)];
  expect(new Set([one, ...others]).size).toBe(3);
});

it('a question waits in its line for as long as whoever asked, by the clock that deadlines are of', async () => {
  const { ask, controller } = aController();
  const caller = {
    kind: 'session',
    user_id: randomUUID(),
    workspace_id: randomUUID(),
    session_id: randomUUID(),
    role: 'user',
  };
  const request = { caller, correlation_id: 'test', data: { link_id: randomUUID(), range: {} } };
  const link = () => controller.link(request as never, undefined as never);
  const leftOf = (call: number) => (ask.mock.calls[call]?.[2] ?? 0) - performance.now();
  await withDeadline(performance.now() + 1_000, link);
  expect(leftOf(0)).toBeGreaterThan(0);
  expect(leftOf(0)).toBeLessThanOrEqual(1_000);
  // Of a former release's caller.
  await link();
  expect(leftOf(1)).toBeGreaterThan(0);
  expect(leftOf(1)).toBeLessThan(60_000);
});
