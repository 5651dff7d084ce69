import { createInbox, type MsgHdrs, type NatsConnection } from '@nats-io/nats-core';
import { ClientNats, type NatsOptions, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { gatherWrites } from '../nats/gather-writes.js';
import { untilConnected } from '../nats/until-connected.js';

type Answered = ReturnType<ClientNats['createSubscriptionHandler']>;

/**
 * Nest's client, whose writes of one turn go together, and whose answers come by one subscription: Nest's own makes and ends one for each
 * request, which costs the server more than the request. It connects at the first request; once it is closed it stays so: Nest's own
 * would connect anew for a request that comes late, for good, and go on trying where NATS is away.
 */
export class RequestClient extends ClientNats {
  private readonly ended = new AbortController();
  /** Who waits for an answer, by the last part of the subject that it comes on. */
  private readonly asking = new Map<string, Answered>();
  private asked = 0;
  private inbox = '';

  constructor(options: NatsOptions['options'] & object) {
    // It is waited for here.
    super({ ...options, waitOnFirstConnect: false });
  }

  override async createClient(): Promise<NatsConnection> {
    const connect = () => super.createClient() as Promise<NatsConnection>;
    const connection = await untilConnected(connect, undefined, this.ended.signal);
    gatherWrites(connection);
    this.listen(connection);
    return connection;
  }

  protected override publish(partial: ReadPacket, callback: (packet: WritePacket) => unknown): () => void {
    const packet = this.assignPacketId(partial);
    this.asked += 1;
    const name = this.asked.toString(36);
    const forget = () => {
      this.routingMap.delete(packet.id);
      this.asking.delete(name);
    };
    // What is left here is told when the connection is closed.
    this.routingMap.set(packet.id, callback);
    this.asking.set(name, this.createSubscriptionHandler(packet, callback));
    try {
      const { data, headers } = this.serializer.serialize(packet) as { data: Uint8Array; headers?: MsgHdrs };
      const subject = this.normalizePattern(partial.pattern);
      this.unwrap<NatsConnection>().publish(subject, data, { reply: `${this.inbox}.${name}`, headers });
    } catch (error) {
      forget();
      callback({ err: error });
    }
    return forget;
  }

  /** Answers of requests that were sent by a connection before this one come no more. */
  private listen(connection: NatsConnection): void {
    this.inbox = createInbox(this.options.inboxPrefix);
    const start = this.inbox.length + 1;
    connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => {
        // One of the subscription itself is everybody's.
        const whom = error ? [...this.asking.values()] : [this.asking.get(message.subject.slice(start))];
        for (const answered of whom) void answered?.(error, message);
      },
    });
  }

  override async close(): Promise<void> {
    this.ended.abort(new Error('the client is closed'));
    await super.close();
  }
}
