import { connect } from 'node:net';

/**
 * Whether the server's greeting says that it has JetStream. A server whose disk was full switches JetStream off and
 * leaves it off until it is started anew. Null while it does not answer.
 */
export function hasJetStream(port: number): Promise<boolean | null> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let text = '';
    const finish = (result: boolean | null) => {
      socket.destroy();
      done(result);
    };
    socket.setTimeout(2_000, () => finish(null));
    socket.once('error', () => finish(null));
    socket.once('close', () => done(null));
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const info = /^INFO (\{.*\})\s*\r\n/.exec(text)?.[1];
      if (info !== undefined) finish((JSON.parse(info) as { jetstream?: boolean }).jetstream === true);
    });
  });
}
