import { expect, it } from '@jest/globals';
import { AppLogger, loadConfig, NatsService, serviceConfig } from '../src/index.js';
import { eventually, useServers } from '../src/testkit/index.js';

const servers = useServers({ nats: true });
const LONG_MS = 600_000;

it('a wait for another try ends when NATS is back, when the service stops, and when it is over', async () => {
  const config = loadConfig(serviceConfig({}), servers.env('links', { LOG_LEVEL: 'fatal' }));
  const nats = await NatsService.open(config, 'links', 'test', AppLogger.create('links', 'test', config));
  const stop = new AbortController();
  try {
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
  } finally {
    await nats.close();
  }
}, 60_000);
