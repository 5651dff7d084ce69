import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
}

/** Sends what no client library would, on a connection of its own; the head of the answer. */
export async function raw(base: string, lines: string[], rest = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
      // An interim answer (100) is not the answer.
      const head = received.replace(/^HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r\n]+\r\n)*\r\n/, '');
      if (head.includes('\r\n\r\n')) {
        resolve(head);
        socket.destroy();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after: ${received}`)));
    socket.write(`${lines.join('\r\n')}\r\n\r\n${rest}`);
  });
  const [first = '', ...heads] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(heads.map((line) => [line.split(':')[0]?.toLowerCase(), line.split(': ')[1] ?? ''])),
  };
}
