import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SilentStores, type Store } from './silent-stores.js';

const EVERY_MS = 2;
const never = () => new Promise<never>(() => undefined);
let stopped: AbortController;
const warn = jest.fn();

beforeEach(() => {
  stopped = new AbortController();
  warn.mockReset();
});
afterEach(() => stopped.abort());

/** A store whose answers are told one by one; the last one is that of all further questions. */
function aStore(...answers: [...(() => Promise<unknown>)[], () => Promise<unknown>]) {
  let asked = 0;
  const ask = jest.fn<Store['ask']>(() => (answers[Math.min(asked++, answers.length - 1)] ?? never)());
  const waiting = Promise.withResolvers<void>();
  const giveUp = jest.fn(async () => waiting.reject(new Error('closed')));
  return { ask, giveUp, waiting: waiting.promise };
}

function watch(store: Store): void {
  const stores = new SilentStores({ warn }, EVERY_MS);
  stores.register('store', store);
  stores.watch(stopped.signal);
}

const asked = async ({ ask, giveUp }: ReturnType<typeof aStore>, times: number) => {
  while (ask.mock.calls.length < times && giveUp.mock.calls.length === 0) await delay(EVERY_MS);
};

const away = async () => {
  throw new Error('connection refused');
};
const there = async () => undefined;

describe('a store that gives no answer while the service stops', () => {
  it.each([
    ['because it is gone', away],
    ['because it is silent', never],
  ])('%s is given up: what waits for it fails', async (_why, answer) => {
    const store = aStore(answer);
    watch(store);
    await expect(store.waiting).rejects.toThrow('closed');
    expect(warn).toHaveBeenCalledWith(expect.any(String), { store: 'store' });
  });

  it('goes on to hold up nothing where it cannot be left either', async () => {
    const giveUp = jest.fn<Store['giveUp']>(away);
    watch({ ask: away, giveUp });
    while (warn.mock.calls.length < 2) await delay(EVERY_MS);
    expect(giveUp).toHaveBeenCalledTimes(1);
  });
});

describe('a store that is there', () => {
  it('is waited for, however often it was silent in between', async () => {
    const store = aStore(away, never, away, there, never, away, away, away, there, never, there);
    watch(store);
    await asked(store, 40);
    expect(store.giveUp).not.toHaveBeenCalled();
  });

  it('is waited for when it only answers late', async () => {
    const store = aStore(async () => delay(3 * EVERY_MS));
    watch(store);
    await asked(store, 40);
    expect(store.giveUp).not.toHaveBeenCalled();
  });

  it('is asked no more once the service has stopped', async () => {
    const store = aStore(away);
    watch(store);
    await asked(store, 1);
    stopped.abort();
    await delay(20 * EVERY_MS);
    expect(store.giveUp).not.toHaveBeenCalled();
    expect(warn).not.toHaveBeenCalled();
  });
});
