import { describe, expect, it } from '@jest/globals';
import { Neighbours, type RunningService, type Service } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { type ServiceName, serviceNames } from './environment.ts';
import type { RunFile } from './run-file.ts';
import { ServiceInProcess } from './service-in-process.ts';
import { startAll } from './services.ts';

function services(failing: ServiceName | null, stuck: ServiceName | null = null) {
  const state = { failing: true, stopped: [] as string[] };
  const lines: string[] = [];
  const neighbours = new Neighbours();
  const near: (Neighbours | undefined)[] = [];
  const load = async (name: ServiceName): Promise<Service> => ({
    name,
    start: async (_environment, options) => {
      near.push(options?.neighbours);
      if (name === failing && state.failing)
        throw new Error('Failed to create connection for path /data/clickhouse\nstack');
      return {
        name,
        adminUrl: 'http://127.0.0.1:1',
        httpUrl: null,
        ready: async () => true,
        stop: () => (name === stuck ? new Promise(() => undefined) : Promise.resolve(void state.stopped.push(name))),
      } as unknown as RunningService;
    },
  });
  const run = { update: () => undefined } as unknown as RunFile;
  const options = {
    environment: () => ({}),
    dataDir: '/data',
    run,
    say: (line: string) => lines.push(line),
    load,
    retryMs: 30,
    stopWithinMs: 50,
    neighbours,
  };
  const start = () => startAll(serviceNames.map((name) => new ServiceInProcess(name, options)));
  return { state, lines, start, neighbours, near };
}

describe('startAll', () => {
  it('starts all others where analytics cannot, says what to do in a line, and tries again', async () => {
    const { state, lines, start } = services('analytics');
    const running = await start();
    expect(lines).toEqual([expect.stringMatching(/^no statistics for now: Failed to create.*\/data\/clickhouse/)]);
    expect(lines[0]).not.toContain('\n');
    state.failing = false;
    await eventually(() => lines.length > 1);
    expect(lines[1]).toBe('statistics are there again');
    await running.stop();
    expect(state.stopped).toContain('analytics');
  });

  it('lets each know the others of its process, the late one too', async () => {
    const { state, start, neighbours, near } = services('analytics');
    const running = await start();
    state.failing = false;
    await eventually(() => near.length > serviceNames.length);
    await running.stop();
    expect(near.every((one) => one === neighbours)).toBe(true);
  });

  it('stops when it is told to while analytics is still away', async () => {
    const { state, start } = services('analytics');
    expect(await (await start()).stop()).toBe(true);
    expect(state.stopped).toEqual(['gateway', 'redirect', 'links', 'content', 'domains', 'identity']);
  });

  it('stops the others where one does not, and says so', async () => {
    const { state, lines, start } = services(null, 'links');
    expect(await (await start()).stop()).toBe(false);
    expect(state.stopped).toEqual(['gateway', 'redirect', 'content', 'domains', 'identity', 'analytics']);
    expect(lines).toEqual(['links did not stop in order: it takes too long']);
  });

  it('starts the gateway once the redirect is there', async () => {
    const { state, start } = services('redirect');
    await expect(start()).rejects.toThrow('redirect cannot start');
    expect(state.stopped).not.toContain('gateway');
  });

  it('starts nothing where another service cannot', async () => {
    const { state, start } = services('links');
    await expect(start()).rejects.toThrow('links cannot start');
    expect(state.stopped).toContain('analytics');
  });
});
