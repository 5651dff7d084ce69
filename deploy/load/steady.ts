import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Answers to visits at a steady pace, each on a connection that waits for nothing else. */
export interface Steady {
  /** From when it was due to its answer, in milliseconds. */
  durations: number[];
  /** Status line of the first answer that was not the expected one. */
  unexpected: string | null;
}

const CONNECTIONS = 32;

/** Visits paths in turn, so many a second, whether answers come or not, and reads nothing but the status of their answers. */
export async function visitSteadily(
  url: string,
  paths: readonly string[],
  perSecond: number,
  seconds: number,
): Promise<Steady> {
  const { hostname, port, host } = new URL(url);
  const result: Steady = { durations: [], unexpected: null };
  const idle: Socket[] = [];
  const since = new Map<Socket, number>();
  /** When visits were due that found no connection. */
  const waiting: number[] = [];
  let sent = 0;
  const send = (socket: Socket, due: number) => {
    since.set(socket, due);
    socket.write(`GET ${paths[sent % paths.length]} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Chrome/140.0\r\n\r\n`);
    sent += 1;
  };
  const free = (socket: Socket) => {
    const due = waiting.shift();
    if (due === undefined) idle.push(socket);
    else send(socket, due);
  };
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(hostname, Number(port))));
  for (const socket of sockets) {
    socket.on('data', (chunk) => {
      result.durations.push(performance.now() - (since.get(socket) ?? 0));
      const status = chunk.toString('latin1', 0, 12);
      if (!status.endsWith(' 302')) result.unexpected ??= status;
      free(socket);
    });
    socket.on('error', (error) => {
      result.unexpected ??= error.message;
    });
    free(socket);
  }
  const started = performance.now();
  for (let due = 0; due < seconds * perSecond; ) {
    const now = performance.now();
    for (; due < ((now - started) / 1000) * perSecond; due += 1) {
      // In turn: one that stays silent is closed.
      const socket = idle.shift();
      if (socket) send(socket, now);
      else waiting.push(now);
    }
    await delay(1);
  }
  while (result.durations.length < sent + waiting.length && result.unexpected === null) await delay(10);
  for (const socket of sockets) socket.destroy();
  return result;
}

async function opened(hostname: string, port: number): Promise<Socket> {
  const socket = connect(port, hostname);
  await once(socket, 'connect');
  return socket.setNoDelay(true);
}
