import { failureOf } from '@linkway/platform';
import { JetStreamApiError } from '@nats-io/jetstream';
import { InvalidArgumentError } from '@nats-io/nats-core';

/** Of JetStream: the message is above the limit of its stream. */
const MESSAGE_TOO_LARGE = 10054;

/**
 * Whether client or server looked at the message and will not have it. What is not known to be that is tried again: a click
 * in the log is safer than one that is set aside.
 */
export const isRefusal = (error: unknown): boolean =>
  (error instanceof JetStreamApiError || error instanceof InvalidArgumentError) && failureOf(error) === 'refused';

/** Above the server's `max_payload`, which its client looks at, or the `max_msg_size` of the stream. */
export const isTooLarge = (error: unknown): boolean =>
  (error instanceof InvalidArgumentError && error.message.includes('max_payload')) ||
  (error instanceof JetStreamApiError && error.code === MESSAGE_TOO_LARGE);
