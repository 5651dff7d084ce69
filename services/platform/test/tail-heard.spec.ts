import { expect, it } from '@jest/globals';
import { sessionEnded } from '@linkway/contracts';
import { EventTail, NatsService } from '../src/index.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';
import { emit, writer } from './event-services.js';

const servers = useServers({ nats: true });

it('a tail tells whether it hears, also of a stream that says nothing, and soon that it does not', async () => {
  const writing = await startService(writer, servers.env('writer'));
  const heard: string[] = [];
  const tail = writing
    .get<EventTail>(EventTail)
    .follow([sessionEnded], ({ session_id }) => void heard.push(session_id), { believes: true });
  await eventually(() => expect(tail.isHeard()).toBe(true), { timeoutMs: 10_000 });
  await servers.nats.stop();
  await eventually(() => expect(tail.isHeard()).toBe(false), { timeoutMs: 6_000 });
  const onReturn: boolean[] = [];
  writing.get<NatsService>(NatsService).onReturn(() => void onReturn.push(tail.isHeard()));
  await servers.nats.start();
  await eventually(() => expect(tail.isHeard()).toBe(true), { timeoutMs: 30_000 });
  // Not before the stream itself spoke: the server may have lost whoever followed it.
  expect(onReturn).toEqual([false]);
  const id = await emit(writing);
  await eventually(() => expect(heard).toContain(id));
}, 60_000);
