import { type Envelope, type EventContract, type EventData, envelopeSchema } from '@linkway/contracts';
import { eventStream } from '../events/streams.js';
import { NatsService } from '../nats/nats.service.js';
import type { RunningService } from '../service/define-service.js';

/** What JetStream has stored of an event so far, oldest first, read without a consumer. */
export async function storedEvents<C extends EventContract>(
  running: RunningService,
  contract: C,
  wanted: (data: EventData<C>) => boolean,
): Promise<Envelope<EventData<C>>[]> {
  const { streams } = await running.get<NatsService>(NatsService).manager();
  const stream = eventStream(contract.owner).name;
  const { state } = await streams.info(stream);
  const found: Envelope<EventData<C>>[] = [];
  for (let seq = state.first_seq; seq > 0 && seq <= state.last_seq; seq++) {
    const message = await streams.getMessage(stream, { seq });
    if (message?.subject !== contract.subject) continue;
    const envelope = envelopeSchema.parse(message.json());
    const data = contract.data.parse(envelope.data) as EventData<C>;
    if (wanted(data)) found.push({ ...envelope, data });
  }
  return found;
}
