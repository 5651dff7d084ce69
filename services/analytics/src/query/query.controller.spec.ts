import { randomUUID } from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import { withDeadline } from '@linkway/platform';
import type { GuestTotals } from './guest-totals.js';
import { QueryController } from './query.controller.js';
import type { QuestionQueue } from './question-queue.js';
import type { StatisticsService } from './statistics.service.js';

it('a question waits in its line for as long as whoever asked, by the clock that deadlines are of', async () => {
  const ask = jest.fn<(...asked: [string, string, number]) => Promise<unknown>>(async () => null);
  const queue = { ask } as unknown as QuestionQueue;
  const controller = new QueryController({} as StatisticsService, {} as GuestTotals, queue, queue);
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
