import { connect } from 'node:net';
import type { WireRequest } from './wire-requests.ts';

/** What came of a request. */
export interface Outcome {
  /** 0: the connection was closed without an answer. */
  status: number;
  /** Lines of the answer's head, in lower case, without the first. */
  head: readonly string[];
  /** Neither answered nor closed in time. */
  hung: boolean;
}

const PATIENCE_MS = 20_000;
const BETWEEN_PIECES_MS = 5;

/** Sends bytes on a connection of their own, says that nothing else comes, and waits for the head of the answer, or the end. */
export function sendOnWire(url: string, { text, cut, leaves }: WireRequest): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  const bytes = Buffer.from(text, 'latin1');
  const first = cut === null ? bytes.length : Math.floor(bytes.length * cut);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let received = '';
    let hung = false;
    const patience = setTimeout(() => {
      hung = true;
      socket.destroy();
    }, PATIENCE_MS);
    const rest = () => {
      if (socket.destroyed) return;
      if (leaves === null) return void socket.end(bytes.subarray(first));
      if (leaves === 0) socket.resetAndDestroy();
      else setTimeout(() => socket.resetAndDestroy(), leaves);
    };
    socket.once('connect', () => {
      if (first > 0) socket.write(bytes.subarray(0, first));
      if (first < bytes.length) setTimeout(rest, BETWEEN_PIECES_MS);
      else rest();
    });
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      // What says "go on", and answers nothing.
      while (/^HTTP\/1\.1 1\d\d [^]*?\r\n\r\n/.test(received)) received = received.replace(/^[^]*?\r\n\r\n/, '');
      if (received.includes('\r\n\r\n')) socket.destroy();
    });
    // The server may close while it is still being written to.
    socket.on('error', () => undefined);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(patience);
      const [line = '', ...head] = received.slice(0, received.indexOf('\r\n\r\n')).split('\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0);
      resolve({ status, head: head.map((each) => each.toLowerCase()), hung });
    });
  });
}
