import type { Harness } from '@linkway/local/harness';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';

/** A connection with the rights of the operator. */
export async function toNats<T>(node: Harness, work: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const { nats } = node.record();
  if (!nats) throw new Error('NATS does not run');
  const connection = await connect({ servers: nats.url, user: nats.user, pass: nats.password });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** How many messages were put aside. */
export function deadLetters(node: Harness): Promise<number> {
  return toNats(node, async (connection) => {
    const manager = await jetstreamManager(connection);
    for await (const { config, state } of manager.streams.list())
      if (config.name === 'DEAD_LETTERS') return state.messages;
    return 0;
  });
}
