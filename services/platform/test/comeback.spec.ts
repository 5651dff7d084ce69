import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { AppLogger, loadConfig, NatsService, serviceConfig } from '../src/index.js';
import { eventually, useServers } from '../src/testkit/index.js';

const servers = useServers({ nats: true });
const LONG_MS = 600_000;

let nats: NatsService;
let stop: AbortController;

beforeEach(async () => {
  const config = loadConfig(serviceConfig({}), servers.env('links', { LOG_LEVEL: 'fatal' }));
  nats = await NatsService.open(config, 'links', 'test', AppLogger.create('links', 'test', config));
  stop = new AbortController();
});

afterEach(async () => {
  stop.abort();
  await nats.close();
});

it('a wait for another try ends when NATS is back, when the service stops, and when it is over', async () => {
  const ended: string[] = [];
  void nats.pause(LONG_MS, stop.signal).then(() => ended.push('back'));
  await nats.pause(1, stop.signal);
  expect([nats.comebacks, ended]).toEqual([0, []]);
  await servers.nats.restart();
  await eventually(() => expect(ended).toEqual(['back']));
  expect(nats.comebacks).toBe(1);

  void nats.pause(LONG_MS, stop.signal).then(() => ended.push('stopped'));
  stop.abort();
  await eventually(() => expect(ended).toEqual(['back', 'stopped']));
  await nats.pause(LONG_MS, stop.signal);
}, 60_000);

it('a wait that is over leaves nothing behind, neither at the service nor at NATS', async () => {
  for (let waits = 0; waits < 1_000; waits += 1) await nats.pause(0, stop.signal);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);

  const woken = jest.spyOn(AbortController.prototype, 'abort');
  try {
    const waiting = nats.pause(LONG_MS, stop.signal);
    await servers.nats.restart();
    await waiting;
    // Of all waits since the beginning this one alone is left to be ended; others may end something of their own meanwhile.
    expect(woken.mock.calls.length).toBeLessThan(100);
  } finally {
    woken.mockRestore();
  }
}, 60_000);
