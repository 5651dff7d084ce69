import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const CLIENT = `
  const { connect } = require('node:net');
  const { workerData: { host, port, text, gone } } = require('node:worker_threads');
  const socket = connect({ host, port }, () => {
    socket.write(text);
    socket.resetAndDestroy();
    Atomics.store(gone, 0, 1);
    Atomics.notify(gone, 0);
  });`;
const PATIENCE_MS = 10_000;

/**
 * A client of a server in this process that sends `text`, as bytes of HTTP, and resets its connection before the server has seen it. This thread is held
 * up until then, so that the connection, what came by it and its end wait for the server together.
 */
export async function leaveAtOnce(url: string, text: string): Promise<void> {
  const { hostname: host, port } = new URL(url);
  const gone = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(CLIENT, { eval: true, workerData: { host, port: Number(port), text, gone } });
  const ended = once(client, 'exit');
  if (Atomics.wait(gone, 0, 0, PATIENCE_MS) === 'timed-out') throw new Error(`${url} was not reached`);
  await ended;
}
