import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/nats-core';
import { ClientNats, type NatsOptions, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { gatherWrites } from '../nats/gather-writes.js';
import { untilConnected } from '../nats/until-connected.js';
import type { Carried, Neighbours } from './neighbours.js';

type Answered = ReturnType<ClientNats['createSubscriptionHandler']>;

/**
 * Nest's client, whose writes of one turn go together, and whose answers come by one subscription: Nest's own makes and ends one for each
 * request, which costs the server more than the request. It connects at the first request; once it is closed it stays so: Nest's own
 * would connect anew for a request that comes late, for good, and go on trying where NATS is away.
 */
export class RequestClient extends ClientNats {
  private readonly ended = new AbortController();
  /** Who waits for an answer, by the id of the request, which is the last part of the subject that the answer comes on. */
  private readonly asking = new Map<string, Answered>();
  /** Where answers come; empty: nobody listens there. */
  private inbox = '';

  /** With `neighbours`, who is there is asked without NATS. */
  constructor(
    options: NatsOptions['options'] & object,
    private readonly neighbours: Neighbours | null = null,
  ) {
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
    const forget = () => {
      this.routingMap.delete(packet.id);
      this.asking.delete(packet.id);
    };
    // What is left here is told when the connection is closed.
    this.routingMap.set(packet.id, callback);
    this.asking.set(packet.id, this.createSubscriptionHandler(packet, callback));
    try {
      const { data, headers } = this.serializer.serialize(packet) as { data: string; headers?: MsgHdrs };
      const subject = this.normalizePattern(partial.pattern);
      const answered = (message: Carried) => void this.asking.get(packet.id)?.(null, message);
      if (this.neighbours?.carry({ subject, text: data, headers }, answered)) return forget;
      const connection = this.unwrap<NatsConnection>();
      if (this.inbox === '') this.listen(connection);
      connection.publish(subject, data, { reply: `${this.inbox}.${packet.id}`, headers });
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
        if (error) this.listensNoMore(error, message);
        else void this.asking.get(message.subject.slice(start))?.(null, message);
      },
    });
  }

  /** The server has ended the subscription, as where a user may not listen there: the next request makes another one. */
  private listensNoMore(error: Error, message: Msg): void {
    this.inbox = '';
    for (const answered of this.asking.values()) void answered(error, message);
  }

  override async close(): Promise<void> {
    this.ended.abort(new Error('the client is closed'));
    await super.close();
  }
}
