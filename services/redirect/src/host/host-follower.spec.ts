import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AppLogger, EventTail } from '@linkway/platform';
import type { HostChanges, HostRepository } from './host.repository.js';
import { HostBook } from './host-book.js';
import { HostFollower } from './host-follower.js';

const changes = jest.fn<(since: string | null) => Promise<HostChanges>>();
let book: HostBook;
let follower: HostFollower;
let gap: () => void;
beforeEach(async () => {
  changes.mockReset().mockResolvedValue({ now: 'first', changed: [], removed: [] });
  book = new HostBook([]);
  const follow = () => ({ onGap: (callback: () => void) => void (gap = callback), stop: () => undefined });
  const logger = { warn: () => undefined } as unknown as AppLogger;
  follower = new HostFollower(
    book,
    { changes } as unknown as HostRepository,
    { follow } as unknown as EventTail,
    logger,
  );
  await follower.onModuleInit();
});
afterEach(() => follower.onModuleDestroy());

it('where events may have been missed the table is read at once, from where it was read last', async () => {
  const off = { domain_id: 'a', host: 'off.test', is_active: false, version: 1 };
  changes.mockResolvedValue({ now: 'second', changed: [off], removed: [] });
  gap();
  await new Promise((done) => setImmediate(done));
  expect(changes.mock.calls).toEqual([[null], ['first']]);
  expect(book.find('off.test').active).toBe(false);
});

it('what could not be read is read by the next round', async () => {
  changes.mockRejectedValueOnce(new Error('refused'));
  await follower.refresh();
  await follower.refresh();
  expect(changes.mock.calls).toEqual([[null], ['first'], ['first']]);
});
