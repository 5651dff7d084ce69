import { afterEach, expect, it, jest } from '@jest/globals';
import type { AppLogger, EventTail } from '@linkway/platform';
import type { WorkspaceRepository } from './workspace.repository.js';
import { WorkspaceBook } from './workspace-book.js';
import { WorkspaceFollower } from './workspace-follower.js';

const A = '0197a000-0000-7000-8000-00000000000a';

afterEach(() => {
  jest.useRealTimers();
});

it('looks at the table again a few times after a start and after a gap, in which the projection may be behind', async () => {
  jest.useFakeTimers();
  const shut = { workspace_id: A, is_shut: true, version: 2 };
  const pages = [[] as (typeof shut)[]];
  const changes = jest.fn<WorkspaceRepository['changes']>(async function* () {
    for (const changed of pages) yield { now: 'now', changed };
  });
  let gap = () => undefined as unknown;
  const tail = { follow: () => ({ onGap: (told: () => unknown) => (gap = told) }) } as unknown as EventTail;
  const book = new WorkspaceBook();
  const repository = { changes } as unknown as WorkspaceRepository;
  const follower = new WorkspaceFollower(book, repository, tail, { warn: () => undefined } as unknown as AppLogger);
  await follower.onModuleInit();
  expect(changes.mock.calls).toEqual([[null]]);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(changes).toHaveBeenCalledTimes(4);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(changes).toHaveBeenCalledTimes(4);
  gap();
  await jest.advanceTimersByTimeAsync(100);
  expect(changes).toHaveBeenCalledTimes(5);
  expect(book.isShut(A)).toBe(false);
  pages.push([shut]);
  await jest.advanceTimersByTimeAsync(2_500);
  expect(book.isShut(A)).toBe(true);
  await follower.onModuleDestroy();
});
