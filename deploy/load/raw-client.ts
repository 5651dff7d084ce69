import { connect, type Socket } from 'node:net';

const EXPECTED = 'HTTP/1.1 302';

export interface RawResult {
  answers: number;
  seconds: number;
  /** Status line of the first answer that was not the expected one. */
  unexpected: string | null;
}

/**
 * Asks for one path over keep-alive connections for some seconds. It reads no more of an answer than its status line and its end,
 * so that the client costs little beside the server on two cores. Answers must have no body.
 * `headers`: more lines of the request, each with its end.
 */
export async function hammer(url: string, connections: number, seconds: number, headers = ''): Promise<RawResult> {
  const { host, hostname, port, pathname, search } = new URL(url);
  const request = Buffer.from(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Mozilla/5.0 (X11; Linux x64) Chrome/140.0 Safari/537.36\r\nAccept-Language: vi\r\n${headers}\r\n`,
  );
  const result: RawResult = { answers: 0, seconds: 0, unexpected: null };
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket: Socket = connect(Number(port), hostname);
          socket.setNoDelay(true);
          let rest = '';
          socket.once('connect', () => socket.write(request));
          socket.on('data', (chunk) => {
            rest += chunk.toString('latin1');
            for (let at = rest.indexOf('\r\n\r\n'); at >= 0; at = rest.indexOf('\r\n\r\n')) {
              if (rest.startsWith(EXPECTED)) result.answers += 1;
              else result.unexpected ??= rest.slice(0, rest.indexOf('\r\n'));
              rest = rest.slice(at + 4);
              if (performance.now() < end) socket.write(request);
              else socket.destroy();
            }
          });
          socket.once('close', () => resolve());
          socket.once('error', reject);
        }),
    ),
  );
  result.seconds = (performance.now() - started) / 1000;
  return result;
}
