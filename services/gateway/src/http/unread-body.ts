import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What is read of a body that is refused, and for how long: more than that is cut off in the middle. */
const MOST = { bytes: 10 * 1024 ** 2, ms: 5_000 };

/**
 * A body that is refused before its end is read on, as far as bounds go, and then answered. A connection that is closed on
 * unread bytes is reset, so that the client, or the proxy before us, never sees the answer: it says 502 in its place.
 */
export function readOnBeforeRefusing(instance: FastifyInstance, most = MOST): void {
  instance.addHook('onSend', async (request, reply, payload) => {
    // Fastify closes the connection after a body that it could not parse.
    if (reply.getHeader('connection') !== 'close') return payload;
    if (await isReadToItsEnd(request.raw, most)) void reply.removeHeader('connection');
    return payload;
  });
}

function isReadToItsEnd(body: IncomingMessage, most: typeof MOST): Promise<boolean> {
  if (body.complete) return Promise.resolve(true);
  return new Promise((resolve) => {
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > most.bytes) end();
    };
    const end = () => {
      clearTimeout(timer);
      body.off('data', take).off('end', end).off('close', end).off('error', end);
      resolve(body.complete);
    };
    const timer = setTimeout(end, most.ms);
    body.on('data', take).on('end', end).on('close', end).on('error', end);
    body.resume();
  });
}
