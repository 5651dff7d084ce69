import { describe, expect, it } from '@jest/globals';
import { actorOf, sessionEnded } from '@linkway/contracts';
import type { NatsService } from '../nats/nats.service.js';
import { withCallContext } from '../rpc/call-context.js';
import { Tracing } from '../telemetry/tracing.js';
import { EventPublisher } from './event-publisher.js';

const id = '01900000-0000-7000-8000-000000000001';
const publisher = new EventPublisher({} as NatsService, new Tracing('links', 'one', ''), 'links');
const envelope = () => publisher.envelope(sessionEnded, { session_id: id, user_id: id });
const caller = { kind: 'session', user_id: id, workspace_id: id, session_id: id, role: 'user' } as const;

describe('the actor of an event', () => {
  it('is whoever made the request that is being answered', () => {
    const during = (who: typeof caller | null) => withCallContext('c', null, envelope, actorOf(who)).actor;
    expect(during(caller)).toEqual({ kind: 'session', user_id: id, workspace_id: id, id });
    expect(during(null)).toEqual({ kind: 'guest' });
  });

  it('is left to the event that caused it', () => {
    expect(withCallContext('c', 'cause', envelope)).toMatchObject({ causation_id: 'cause', actor: null });
  });

  it('is the service in what it does by itself', () => {
    expect(envelope()).toMatchObject({ causation_id: null, actor: { kind: 'service', id: 'links' } });
  });
});
