import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { becomesFree, freePort, isPortTaken } from './ports.js';

describe('freePort', () => {
  it('is free, and outside the range of outgoing connections', async () => {
    const port = await freePort();
    expect(await isPortTaken(port)).toBe(false);
    expect(port).toBeLessThan(32_768);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await isPortTaken(port)).toBe(true);
    setTimeout(() => server.close(), 50);
    expect(await becomesFree(port, 10)).toBe(false);
    expect(await becomesFree(port)).toBe(true);
  });

  it('is another one each time, though nobody listens yet', async () => {
    const ports = await Promise.all(Array.from({ length: 500 }, () => freePort()));
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('may be the first of several in a row, none of which goes to another', async () => {
    const rows = await Promise.all(Array.from({ length: 50 }, () => freePort(3)));
    const ports = rows.flatMap((port) => [port, port + 1, port + 2]);
    expect(new Set(ports).size).toBe(150);
  });

  it('is hardly the one that another process chooses at the same moment', async () => {
    const program = `import { freePort } from ${JSON.stringify(new URL('./ports.ts', import.meta.url).href)};
      console.log(JSON.stringify(await Promise.all(Array.from({ length: 15 }, () => freePort()))));`;
    const choose = async (): Promise<number[]> => {
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
      return JSON.parse(stdout) as number[];
    };
    // At random, 8 times 15 of 17,000 have some in common in one of three runs.
    const all = (await Promise.all(Array.from({ length: 8 }, choose))).flat();
    expect(new Set(all).size).toBe(120);
  });
});
