import { connect, type Socket } from 'node:net';

export interface Posted {
  /** Answers with the expected status. */
  answers: number;
  seconds: number;
  /** Of each answer, in ms. */
  readonly latencies: number[];
  /** Other answers, each by its status line and its body's problem code, and how many of each. */
  readonly unexpected: Map<string, number>;
}

/** The next request of a connection: its head without Content-Length and the empty line, and its body. */
export interface PostRequest {
  readonly head: string;
  readonly body: string;
}

/** Posts over keep-alive connections for some seconds, one request at a time on each; the last ones are waited for. */
export async function post(
  url: string,
  connections: number,
  seconds: number,
  next: (connection: number) => PostRequest,
  expected = 'HTTP/1.1 201',
): Promise<Posted> {
  const { hostname, port } = new URL(url);
  const result: Posted = { answers: 0, seconds: 0, latencies: [], unexpected: new Map() };
  const started = performance.now();
  const end = started + seconds * 1_000;
  await Promise.all(
    Array.from(
      { length: connections },
      (_, connection) =>
        new Promise<void>((resolve, reject) => {
          const socket: Socket = connect(Number(port), hostname);
          socket.setNoDelay(true);
          let rest = '';
          let sentAt = 0;
          const send = () => {
            const { head, body } = next(connection);
            sentAt = performance.now();
            socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
          };
          socket.once('connect', send);
          socket.on('data', (chunk) => {
            rest += chunk.toString('latin1');
            const length = lengthOfAnswer(rest);
            if (length === null || rest.length < length) return;
            const status = rest.slice(0, rest.indexOf('\r\n'));
            if (status.startsWith(expected)) result.answers += 1;
            else {
              const answer = `${status} ${codeOf(rest)}`;
              result.unexpected.set(answer, (result.unexpected.get(answer) ?? 0) + 1);
            }
            const now = performance.now();
            result.latencies.push(now - sentAt);
            rest = rest.slice(length);
            if (now < end) send();
            else socket.destroy();
          });
          socket.once('close', () => resolve());
          socket.once('error', reject);
        }),
    ),
  );
  result.seconds = (performance.now() - started) / 1_000;
  return result;
}

/** The stable code that a refusal's body tells; of another body its beginning. */
function codeOf(answer: string): string {
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  return /"code": *"([^"]+)"/.exec(body)?.[1] ?? body.slice(0, 200);
}

/** Head and body together; null while the head is not there. */
function lengthOfAnswer(text: string): number | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, end)}`);
  return end + 4 + Number(length);
}
