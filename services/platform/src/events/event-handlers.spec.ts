import { describe, expect, it } from '@jest/globals';
import { type EventHandler, Progress } from './event-handlers.js';
import type { Outcome } from './outcome.js';

const handler = (): EventHandler => async () => undefined;
const retry: Outcome = { kind: 'retry', reason: 'not yet', delayMs: null };
const outage: Outcome = { kind: 'outage', reason: 'away' };
const dead: Outcome = { kind: 'dead-letter', reason: 'never' };
const done: Outcome = { kind: 'done' };

/** Answers the outcomes in turn and tells which handler was run. */
function script(handlers: EventHandler[], outcomes: Outcome[]) {
  const ran: number[] = [];
  const call = async (which: EventHandler): Promise<Outcome> => {
    ran.push(handlers.indexOf(which));
    return outcomes.shift() ?? done;
  };
  return { ran, call };
}

describe('Progress', () => {
  it('runs again only what is not done', async () => {
    const handlers = [handler(), handler(), handler()];
    const { ran, call } = script(handlers, [done, retry, done]);
    const progress = new Progress(handlers);
    expect(await progress.run(call)).toEqual(retry);
    expect(await progress.run(call)).toEqual(done);
    expect(ran).toEqual([0, 1, 2, 1]);
  });

  it('stops at an outage and goes on with that handler', async () => {
    const handlers = [handler(), handler(), handler()];
    const { ran, call } = script(handlers, [retry, outage]);
    const progress = new Progress(handlers);
    expect(await progress.run(call)).toEqual(outage);
    expect(await progress.run(call)).toEqual(done);
    expect(ran).toEqual([0, 1, 0, 1, 2]);
  });

  it('is dead only when nobody wants it again, and keeps the reason until then', async () => {
    const handlers = [handler(), handler()];
    const { call } = script(handlers, [dead, retry, done]);
    const progress = new Progress(handlers);
    expect(await progress.run(call)).toEqual(retry);
    expect(await progress.run(call)).toEqual(dead);
  });
});
