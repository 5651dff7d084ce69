import type { JetStreamManager, MsgRequest, StoredMsg } from '@nats-io/jetstream';
import { streamInfo } from './ensure-stream.js';

/**
 * A message as its stream has stored it, or null; without a stream there is none. Asked only of a stream that has messages:
 * nats-server before 2.9.16 dies, with all that it serves, of such a question about a stream that is just being made. Whoever
 * has read the stream's state before may ask for what it told of at once.
 */
export async function storedMessage(
  manager: JetStreamManager,
  stream: string,
  wanted: MsgRequest,
): Promise<StoredMsg | null> {
  const info = await streamInfo(manager, stream);
  return info && info.state.messages > 0 ? manager.streams.getMessage(stream, wanted) : null;
}
