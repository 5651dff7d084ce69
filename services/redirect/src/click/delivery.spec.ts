import { beforeEach, expect, it } from '@jest/globals';
import { InvalidArgumentError } from '@nats-io/nats-core';
import type { ShardClicks } from './batch.js';
import { Delivery, type SetAside } from './delivery.js';
import { FakeStream } from './fake-stream.js';

const CUT = { segment: 's', from: 0, to: 9 };

let stream: FakeStream;
beforeEach(() => {
  stream = new FakeStream();
  stream.refuses = (clicks) =>
    clicks.includes('x') ? InvalidArgumentError.format('payload', 'max_payload size exceeded') : null;
});

/** `json`: of one letter each, `a,b`. */
function clicksOf(json: string): ShardClicks {
  const letters = json.split(',');
  return {
    json: Buffer.from(json),
    ends: letters.map((_, index) => 2 * index + 1),
    hashes: letters.map(() => 7),
  };
}
/** What each shard has, the first one first. */
const delivery = (shards: string[], keep: SetAside) =>
  new Delivery(
    stream.publisher,
    keep,
    CUT,
    0,
    new Map(shards.map((json, shard): [number, ShardClicks] => [shard, clicksOf(json)])),
  );

it('keeps what can be kept where another file cannot, and that one with the next try', async () => {
  const kept: string[] = [];
  let refusedId = '';
  const sent = delivery(['x,a,x'], async (id) => {
    if (refusedId === '') {
      refusedId = id;
      throw new Error('ENOSPC');
    }
    kept.push(id);
  });
  await expect(sent.attempt()).rejects.toThrow('ENOSPC');
  expect(kept).toEqual([expect.not.stringContaining(refusedId)]);
  expect(sent.setAside).toBe(1);
  await sent.attempt();
  expect(kept).toEqual([kept[0], refusedId]);
  expect(sent.setAside).toBe(2);
});

it('gives each shard a file of its own, also where one begins at the number at which the other ended', async () => {
  const kept: [string, string][] = [];
  const sent = delivery(['x,x', 'a,b,x,x'], async (id, { json }) => void kept.push([id, json.toString()]));
  await sent.attempt();
  expect(kept.map(([, json]) => json)).toEqual(['x,x', 'x,x']);
  expect(new Set(kept.map(([id]) => id)).size).toBe(2);
  expect([...stream.batches.values()]).toEqual(['a,b']);
});
