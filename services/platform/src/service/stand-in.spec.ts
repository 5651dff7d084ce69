import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Health } from '../health/health.js';
import type { FrontDoor } from './front-door.js';
import { type Reached, Relief, type StandIn } from './stand-in.js';

const logger = { warn: jest.fn(), info: jest.fn() };
const parts = {} as Reached;
let health: Health;
let open: () => Promise<void>;
beforeEach(() => {
  jest.useFakeTimers();
  logger.warn.mockReset();
  health = new Health();
  open = async () => undefined;
});
afterEach(() => {
  jest.useRealTimers();
});

const standIn = (more: Partial<StandIn> = {}) => ({
  listener: () => undefined,
  about: 'answers',
  isTrusted: true,
  reach: jest.fn<StandIn['reach']>(),
  end: jest.fn<StandIn['end']>(async () => undefined),
  ...more,
});
const door = () => ({ answerWith: jest.fn(), open: jest.fn(() => open()) });
const reliefOf = (make: () => Promise<StandIn | null>, at = door()) =>
  new Relief(make, at as unknown as FrontDoor, { port: 1, host: 'h' }, health, logger);
const listen = jest.fn(async () => undefined);
const second = () => jest.advanceTimersByTimeAsync(1_000);

it('is told of NATS that was there before it was made, and of NATS that comes while the door opens', async () => {
  const early = standIn();
  const relief = reliefOf(async () => early);
  relief.reach(parts);
  await second();
  expect(early.reach).toHaveBeenCalledTimes(1);

  let opened: () => void = () => undefined;
  open = () => new Promise((resolve) => (opened = resolve));
  const late = standIn();
  const other = reliefOf(async () => late);
  await second();
  expect(late.reach).not.toHaveBeenCalled();
  other.reach(parts);
  expect(late.reach).toHaveBeenCalledTimes(1);
  opened();
});

it('is ended where it cannot be told of NATS, or the door does not open', async () => {
  const deaf = standIn({
    reach: () => {
      throw new Error('deaf');
    },
  });
  const relief = reliefOf(async () => deaf);
  relief.reach(parts);
  await second();
  expect(deaf.end).toHaveBeenCalledTimes(1);
  open = () => Promise.reject(new Error('taken'));
  const outside = standIn();
  const other = reliefOf(async () => outside);
  await second();
  expect(outside.end).toHaveBeenCalledTimes(1);
  await other.end(listen);
  await other.gone();
  expect(outside.end).toHaveBeenCalledTimes(1);
  expect((await health.report()).warnings).toBeUndefined();
});

it('that takes long to make holds up nobody, and is ended when it is made after all', async () => {
  let made: (value: StandIn) => void = () => undefined;
  const slow = standIn();
  const at = door();
  const relief = reliefOf(() => new Promise((resolve) => (made = resolve)), at);
  await second();
  await relief.end(listen);
  expect(listen).toHaveBeenCalled();
  made(slow);
  await second();
  expect(at.open).not.toHaveBeenCalled();
  expect(slow.end).toHaveBeenCalledTimes(1);
});

it('that ends slowly holds up nobody but the stop', async () => {
  let ended: () => void = () => undefined;
  const busy = standIn({ end: () => new Promise<void>((resolve) => (ended = resolve)) });
  const relief = reliefOf(async () => busy);
  await second();
  await relief.end(listen);
  let isGone = false;
  const gone = relief.gone().then(() => (isGone = true));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(isGone).toBe(false);
  ended();
  await gone;
});

it('makes a service ready that is known to start, and no other', async () => {
  const relief = reliefOf(async () => standIn());
  await second();
  expect(await health.report()).toEqual({
    ready: true,
    checks: {},
    warnings: { start: 'starting', stand_in: 'answers' },
  });
  await relief.end(listen);
  health.markStarted();
  expect(await health.report()).toEqual({ ready: true, checks: { stand_in: 'ok' } });

  health = new Health();
  reliefOf(async () => standIn({ isTrusted: false }));
  await second();
  expect(await health.report()).toEqual({ ready: false, checks: { start: 'starting', stand_in: 'answers' } });
});

it('is not asked for before the start takes a second, nor after the service is there', async () => {
  const make = jest.fn(async () => null);
  const relief = reliefOf(make);
  await jest.advanceTimersByTimeAsync(900);
  expect(make).not.toHaveBeenCalled();
  await relief.end(listen);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(make).not.toHaveBeenCalled();
});
