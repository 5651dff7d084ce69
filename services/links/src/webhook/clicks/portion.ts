import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessageFeed } from '@linkway/platform';
import { type ClickBatch, clickBatch } from './click-batch.js';

/** For the first click of a portion; shorter than a shard is held. */
const FIRST_MS = 5_000;
/** What comes within so long after it is noted together. */
const GATHER_MS = 1_000;
/** A portion ends with the message, of up to 500 clicks, that brings it there. */
const MOST_CLICKS = 2_000;
const MOST_MESSAGES = 100;

/** What comes next, and is noted together; empty where nothing came in time. */
export async function nextPortion(feed: Pick<MessageFeed, 'next'>, isOver: () => boolean): Promise<ClickBatch[]> {
  const first = await feed.next(FIRST_MS);
  if (!first) return [];
  const batches = [clickBatch(first)];
  let clicks = batches[0]?.entries.length ?? 0;
  const until = performance.now() + GATHER_MS;
  while (clicks < MOST_CLICKS && batches.length < MOST_MESSAGES && !isOver()) {
    const left = until - performance.now();
    const next = left > 0 ? await feed.next(left) : null;
    if (!next) break;
    // What is there already comes at once: others get their turn between two of them.
    await nextTurn();
    const batch = clickBatch(next);
    batches.push(batch);
    clicks += batch.entries.length;
  }
  return batches;
}
