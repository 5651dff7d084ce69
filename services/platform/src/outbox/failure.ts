import { JetStreamApiError, JetStreamError } from '@nats-io/jetstream';
import {
  AuthorizationError,
  ClosedConnectionError,
  ConnectionError,
  DrainingConnectionError,
  NoRespondersError,
  PermissionViolationError,
  RequestError,
  TimeoutError,
} from '@nats-io/nats-core';
import { isOutage } from '../database/outage.js';
import { isForGood } from '../nats/answers.js';

/**
 * Why a row could not be published. `away`: nothing can be now. `full`: the server takes no more of this kind for the
 * moment. `refused`: this row is not to be had as it is. Only the last counts against the row.
 */
export type Failure = 'away' | 'full' | 'refused';

const AWAY = [
  AuthorizationError,
  ClosedConnectionError,
  ConnectionError,
  DrainingConnectionError,
  NoRespondersError,
  RequestError,
  TimeoutError,
];

// The client wraps some: "JetStream is not enabled" is a request that nobody answered.
const isAway = (error: unknown): boolean =>
  AWAY.some((kind) => error instanceof kind || (error instanceof Error && error.cause instanceof kind));

export function failureOf(error: unknown): Failure {
  // The server's own words. What is not known to hold for this message for good passes, or is mended, and the row waits: a
  // full stream, account or disk, no leader, settings that are refused.
  if (error instanceof JetStreamApiError) return isForGood(error) ? 'refused' : 'full';
  // What a service may publish is configuration: the row waits until that is mended.
  if (error instanceof PermissionViolationError) return 'full';
  if (isAway(error) || error instanceof JetStreamError || isOutage(error)) return 'away';
  return 'refused';
}
