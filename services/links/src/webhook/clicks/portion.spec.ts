import { expect, it } from '@jest/globals';
import { linksClicked } from '@linkway/contracts';
import type { MessageFeed } from '@linkway/platform';
import { nextPortion } from './portion.js';

type Message = Awaited<ReturnType<MessageFeed['next']>>;

/** A feed that has messages of so many clicks each at hand, and then none in time. */
function feedOf(sizes: readonly number[]): { next: () => Promise<Message>; left: () => number } {
  const messages = sizes.map((size, index) => {
    const id = '0198d1c3-0000-7000-8000-0000000000c1';
    const envelope = {
      id,
      type: linksClicked.subject,
      occurred_at: '2026-11-28T10:00:00.000Z',
      producer: 'redirect',
      correlation_id: id,
      causation_id: null,
      traceparent: null,
      data: { clicks: Array.from({ length: size }, () => ({})) },
    };
    return { seq: index + 1, time: new Date(0), json: () => envelope } as unknown as Message;
  });
  return { next: async () => messages.shift() ?? null, left: () => messages.length };
}
const numbersOf = async (feed: ReturnType<typeof feedOf>, isOver = () => false) =>
  (await nextPortion(feed, isOver)).map(({ sequence }) => sequence);

it('is what comes in time', async () => {
  const feed = feedOf([3, 0, 5]);
  expect(await numbersOf(feed)).toEqual([1, 2, 3]);
  expect(await numbersOf(feed)).toEqual([]);
});

it('ends with the message that brings it to two thousand clicks, or with the hundredth', async () => {
  const feed = feedOf(Array.from({ length: 10 }, () => 500));
  expect(await numbersOf(feed)).toEqual([1, 2, 3, 4]);
  expect(await numbersOf(feed)).toEqual([5, 6, 7, 8]);
  expect(await numbersOf(feedOf(Array.from({ length: 150 }, () => 1)))).toHaveLength(100);
});

it('ends when its reader does', async () => {
  expect(await numbersOf(feedOf([1, 1, 1]), () => true)).toEqual([1]);
});

it('lets others have their turn between messages that are there already', async () => {
  let turns = 0;
  const feed = feedOf([1, 1, 1, 1, 1]);
  const count = (): void => {
    turns += 1;
    if (feed.left() > 0) setImmediate(count);
  };
  setImmediate(count);
  await nextPortion(feed, () => false);
  expect(turns).toBeGreaterThanOrEqual(3);
});
