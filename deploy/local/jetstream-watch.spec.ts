import { describe, expect, it } from '@jest/globals';
import { JetStreamWatch } from './jetstream-watch.ts';

const MIB = 1024 ** 2;

function watched() {
  const server = { free: 100 * MIB, answer: true as boolean | null, restarts: 0 };
  const lines: string[] = [];
  const watch = new JetStreamWatch(
    {
      answers: async () => server.answer,
      freeBytes: () => server.free,
      restart: async () => {
        server.restarts += 1;
        server.answer = true;
      },
    },
    (line) => lines.push(line),
  );
  const look = async (times: number) => {
    for (let count = 0; count < times; count += 1) await watch.look();
  };
  return { server, lines, look };
}

describe('JetStreamWatch', () => {
  it('starts a hanging server anew as soon as a full disk has room again, not before', async () => {
    const { server, lines, look } = watched();
    server.free = 0;
    server.answer = false;
    await look(10);
    expect(server.restarts).toBe(0);
    server.free = 50 * MIB;
    await look(3);
    expect(server.restarts).toBe(1);
    expect(lines).toEqual([expect.stringContaining('since the disk was full')]);
  });

  it('leaves a server alone that came through', async () => {
    const { server, look } = watched();
    server.free = 0;
    await look(2);
    server.free = 50 * MIB;
    await look(2);
    server.answer = false;
    await look(1);
    expect(server.restarts).toBe(0);
  });

  it('is patient where the disk was never full', async () => {
    const { server, look } = watched();
    server.answer = false;
    await look(4);
    expect(server.restarts).toBe(0);
    await look(1);
    expect(server.restarts).toBe(1);
  });

  it('does nothing about a server that is away, which is the supervisor’s', async () => {
    const { server, look } = watched();
    server.answer = null;
    await look(20);
    expect(server.restarts).toBe(0);
  });
});
