import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { ClickLog } from './click-log.js';
import { ClickShipper } from './click-shipper.js';
import { FakeStream } from './fake-stream.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lw-ship-'));
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

const openLog = () =>
  ClickLog.open({
    directory,
    maxBytes: 1 << 20,
    segmentBytes: 1 << 12,
    sync: 'write',
    onLoss: () => undefined,
    onSetAside: () => undefined,
    onTrouble: () => undefined,
  });
const ship = (log: ClickLog, stream: FakeStream) => new ClickShipper(log, stream.publisher, 1, () => undefined);
const append = (log: ClickLog, click: string) => new Promise<void>((done) => log.append(`"${click}"`, 1, done));

it('ships at once, in order, and deletes what is shipped', async () => {
  const log = await openLog();
  // By itself it would look after 10 s, which never come: each click has to wake it.
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  const stream = new FakeStream();
  const shipper = ship(log, stream);
  shipper.start();
  await append(log, 'first');
  await eventually(() => stream.clicks.length === 1, { intervalMs: 2 });
  for (let index = 0; index < 500; index += 1) await append(log, `${index} ${'x'.repeat(30)}`);
  await eventually(() => stream.clicks.length === 501);
  expect(stream.clicks.slice(1).map((click) => Number.parseInt(click, 10))).toEqual(
    Array.from({ length: 500 }, (_, i) => i),
  );
  await eventually(() => log.segments.length === 1);
  expect(shipper.takeShipped()).toBe(501);
  expect(shipper.lag()).toBe(0);
  await shipper.stop();
  log.close();
});

it('keeps clicks while JetStream is away and goes on by itself', async () => {
  const log = await openLog();
  const stream = new FakeStream();
  stream.away = true;
  const shipper = ship(log, stream);
  shipper.start();
  await append(log, 'kept');
  await eventually(() => stream.tries.length > 1);
  expect(shipper.lag()).toBeGreaterThan(0);
  stream.away = false;
  await eventually(() => stream.clicks.length === 1);
  expect(new Set(stream.tries).size).toBe(1);
  await shipper.stop();
  log.close();
});

it('sends the same batch again, under the same id, when an acknowledgement was lost to a crash', async () => {
  const log = await openLog();
  const stream = new FakeStream();
  stream.loseAcks = true;
  const shipper = ship(log, stream);
  shipper.start();
  await append(log, 'once');
  await eventually(() => stream.tries.length > 0);
  await shipper.stop();
  // Written after the cut: it must not slip into the batch that was sent already.
  await append(log, 'later');
  log.close();

  stream.loseAcks = false;
  const next = await openLog();
  const heir = ship(next, stream);
  heir.start();
  await eventually(() => stream.clicks.length === 2);
  expect(stream.clicks).toEqual(['once', 'later']);
  expect([...stream.batches.values()]).toEqual(['"once"', '"later"']);
  await heir.stop();
  next.close();
});

it.each([1, -1])('looks for what dead processes left in its time, though the clock is set by %s h', async (hours) => {
  const log = await openLog();
  const adopt = jest.spyOn(log, 'adopt').mockResolvedValue(0);
  jest.useFakeTimers();
  const shipper = ship(log, new FakeStream());
  shipper.start();
  await jest.advanceTimersByTimeAsync(0);
  jest.setSystemTime(Date.now() + hours * 3_600_000);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(adopt).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(55_000);
  expect(adopt.mock.calls.length).toBeGreaterThanOrEqual(2);
  jest.useRealTimers();
  await shipper.stop();
  log.close();
});

it('ships the last clicks when it stops', async () => {
  const log = await openLog();
  const stream = new FakeStream();
  const shipper = ship(log, stream);
  shipper.start();
  await append(log, 'last');
  await shipper.stop();
  expect(stream.clicks).toEqual(['last']);
  log.close();
});

it('tells of a new batch that was taken for a repetition, and of none that it sent again itself', async () => {
  const log = await openLog();
  const stream = new FakeStream();
  stream.loseAcks = true;
  const shipper = ship(log, stream);
  shipper.start();
  await append(log, 'sent twice');
  await eventually(() => stream.tries.length > 0);
  stream.loseAcks = false;
  await eventually(() => log.nextToShip() === null);
  expect(stream.repeated).toEqual([]);
  stream.knowsAll = true;
  await append(log, 'dropped');
  await eventually(() => log.nextToShip() === null);
  expect(stream.repeated).toEqual([log.segments[0]?.name]);
  await shipper.stop();
  log.close();
});
