import { JetStreamApiCodes, JetStreamApiError, type StoredMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { letterHeaders, REPLAY_FOR } from '../events/dead-letters.js';
import { deadLetterStream } from '../events/streams.js';
import type { CommandContext } from './command.js';

/** A message that was put aside. */
export interface Letter {
  /** Its sequence among the dead letters. */
  readonly id: number;
  readonly at: Date;
  /** The service that refused it. */
  readonly service: string;
  /** Where it was published first. */
  readonly subject: string;
  readonly reason: string;
  readonly stream: string;
  readonly sequence: string;
  readonly body: Uint8Array;
}

type Jetstream = Pick<CommandContext, 'jetstream' | 'manager'>;

/** All dead letters, oldest first. */
export async function* letters({ manager }: Jetstream): AsyncGenerator<Letter> {
  const state = await stateOf(manager);
  if (!state || state.messages === 0) return;
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const letter = await letterOf(manager, seq);
    if (letter) yield letter;
  }
}

/** Null: there is none of that id, or not any more. */
export async function letterOf(manager: CommandContext['manager'], id: number): Promise<Letter | null> {
  try {
    const message = await manager.streams.getMessage(deadLetterStream.name, { seq: id });
    return message && read(message);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Publishes the body again for the service that refused it; the others leave it alone. The letter goes afterwards: refused
 * again, it comes back as a new one. Doing it twice does no harm, as the inbox knows what was done.
 */
export async function replay({ jetstream, manager }: Jetstream, letter: Letter): Promise<void> {
  const carried = headers();
  carried.set(REPLAY_FOR, letter.service);
  await jetstream.publish(letter.subject, letter.body, {
    headers: carried,
    // Not the event's id: within its stream's window that would be taken for the event itself, which is stored already.
    msgID: `replay-${letter.service}-${letter.stream}-${letter.sequence}-${letter.id}`,
  });
  await drop(manager, letter.id);
}

export async function drop(manager: CommandContext['manager'], id: number): Promise<boolean> {
  try {
    return await manager.streams.deleteMessage(deadLetterStream.name, id);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function stateOf(manager: CommandContext['manager']) {
  try {
    return (await manager.streams.info(deadLetterStream.name)).state;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function read(message: StoredMsg): Letter {
  const header = (name: string) => message.header?.get(name) ?? '';
  // Letters of a former release tell service and subject by their own subject alone.
  const [, service = '', ...subject] = message.subject.split('.');
  return {
    id: message.seq,
    at: message.time,
    service: header(letterHeaders.service) || service,
    subject: header(letterHeaders.subject) || subject.join('.'),
    reason: header(letterHeaders.reason),
    stream: header(letterHeaders.stream),
    sequence: header(letterHeaders.sequence),
    body: message.data,
  };
}

const MISSING: readonly number[] = [
  JetStreamApiCodes.StreamNotFound,
  JetStreamApiCodes.NoMessageFound,
  // "stream store message not found", told by a deletion.
  10057,
];

const isMissing = (error: unknown): boolean => error instanceof JetStreamApiError && MISSING.includes(error.code);
