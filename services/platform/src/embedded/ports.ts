import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

// Below the range that systems take ports of outgoing connections from (32768 and up on Linux). A client that keeps trying to
// reach a stopped server there may be given the server's own port as its source, and then the server cannot come back.
const LOWEST = 15_000;
const HIGHEST = 32_000;
const TRIES = 200;
/** Other processes that choose at the same moment do not listen yet either: each begins in a part of the range of its own. */
const PART = 100;
const TRIES_IN_PART = 20;
const first = (process.pid * PART) % (HIGHEST - LOWEST);
/** Given out by this process: whoever asked may not listen yet, so the same one must not go to another. */
const given = new Set<number>();

/** The first of `count` TCP ports in a row on 127.0.0.1 that nothing listens on now, and that no outgoing connection will take. */
export async function freePort(count = 1): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const reach = PART * (1 + Math.floor(attempt / TRIES_IN_PART));
    const port = LOWEST + ((first + randomInt(0, reach)) % (HIGHEST - LOWEST - count));
    const row = Array.from({ length: count }, (_, index) => port + index);
    if (row.some((one) => given.has(one))) continue;
    for (const one of row) given.add(one);
    const taken = await Promise.all(row.map((one) => isPortTaken(one)));
    if (!taken.includes(true)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST}`);
}

/** True when something listens on the port already, so that it cannot be ours. */
export function isPortTaken(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}

/**
 * False when the port is still taken after a while. A server of several threads counts as ended when its first one has, and
 * its port is free only when the last one has.
 */
export async function becomesFree(port: number, timeoutMs = 5_000): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (await isPortTaken(port)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}
