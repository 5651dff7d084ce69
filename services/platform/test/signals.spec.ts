import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clicksStored } from '@linkway/contracts';
import { AppLogger, loadConfig, NatsService, Signals, serviceConfig } from '../src/index.js';
import { eventually, useServers } from '../src/testkit/index.js';

const servers = useServers({ nats: true });
const opened: { nats: NatsService; signals: Signals }[] = [];
const warnings: string[] = [];
const logger = { warn: (text: string) => warnings.push(text), info: () => undefined };

async function signalsOf(service: string): Promise<Signals> {
  const config = loadConfig(serviceConfig({}), servers.env(service, { LOG_LEVEL: 'fatal' }));
  const nats = await NatsService.open(config, service, 'test', AppLogger.create(service, 'test', config));
  const signals = new Signals(nats, logger);
  opened.push({ nats, signals });
  return signals;
}

let analytics: Signals;
let gateway: Signals;
beforeEach(async () => {
  warnings.length = 0;
  analytics = await signalsOf('analytics');
  gateway = await signalsOf('gateway');
});
afterEach(async () => {
  for (const { nats, signals } of opened.splice(0)) {
    signals.close();
    await nats.close();
  }
});

/** Until the server knows that somebody listens, what is told is heard by nobody. */
const tellUntilHeard = (key: string, heard: unknown[]) =>
  eventually(
    () => {
      analytics.tell(clicksStored, key, { link_ids: null });
      expect(heard.length).toBeGreaterThan(0);
    },
    { timeoutMs: 20_000 },
  );

describe('a signal', () => {
  it('is heard by those who listen to its key, until they stop', async () => {
    const [own, other, gone]: unknown[][] = [[], [], []];
    gateway.hear(clicksStored, 'a', (data) => own?.push(data));
    gateway.hear(clicksStored, 'b', (data) => other?.push(data));
    const hearing = gateway.hear(clicksStored, 'a', (data) => gone?.push(data));
    await tellUntilHeard('a', gone ?? []);
    hearing.stop();
    const before = gone?.length;
    own?.splice(0);
    await tellUntilHeard('a', own ?? []);
    expect(own?.[0]).toEqual({ link_ids: null });
    expect(other).toEqual([]);
    expect(gone?.length).toBe(before);
  });

  it('is heard again after NATS was away, which is told as a gap; while it is away nothing is kept', async () => {
    const heard: { link_ids: string[] | null }[] = [];
    const gap = jest.fn();
    gateway.hear(clicksStored, 'a', (data) => heard.push(data));
    gateway.onGap(gap);
    await tellUntilHeard('a', heard);
    const nats = opened[0]?.nats;
    if (!nats) throw new Error('analytics is connected');
    await servers.nats.stop();
    await eventually(() => expect(nats.isConnected).toBe(false));
    heard.splice(0);
    analytics.tell(clicksStored, 'a', { link_ids: ['01900000-0000-7000-8000-000000000001'] });
    await servers.nats.start();
    await eventually(() => expect(gap).toHaveBeenCalledTimes(1), { timeoutMs: 20_000 });
    await eventually(() => expect(nats.isConnected).toBe(true), { timeoutMs: 20_000 });
    await tellUntilHeard('a', heard);
    expect(heard.map(({ link_ids }) => link_ids)).toEqual(heard.map(() => null));
  }, 60_000);

  it('that NATS does not let a service hear is told in the log, and the service goes on', async () => {
    const links = await signalsOf('links');
    const heard: unknown[] = [];
    links.hear(clicksStored, 'a', (data) => heard.push(data));
    await eventually(() => expect(warnings).toEqual(['signals cannot be heard']));
    const own: unknown[] = [];
    gateway.hear(clicksStored, 'a', (data) => own.push(data));
    await tellUntilHeard('a', own);
    expect(heard).toEqual([]);
  });
});
