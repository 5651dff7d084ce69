import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AppLogger } from '@linkway/platform';
import { LimitTeller } from './limit-teller.js';
import type { Capped, UsageRepository } from './usage.repository.js';

const tellUsedUp = jest.fn<UsageRepository['tellUsedUp']>();
const warn = jest.fn();
const link = (link_id: string): Capped => ({ link_id, workspace_id: 'w', code: 'c', domain_name: null });
const asked = () => tellUsedUp.mock.calls.map(([{ link_id }, max]) => `${link_id} ${max}`);
let teller: LimitTeller;
/** Attempts under way, in their order. */
let ends: { resolve: () => void; reject: (error: Error) => void }[];

beforeEach(() => {
  jest.clearAllMocks();
  ends = [];
  tellUsedUp.mockImplementation(() => new Promise<void>((resolve, reject) => void ends.push({ resolve, reject })));
  teller = new LimitTeller({ tellUsedUp } as unknown as UsageRepository, { warn } as unknown as AppLogger);
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());
const passed = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

it('tells one link after the other, each once however many visits are refused, and of a cap that came meanwhile', async () => {
  for (const id of ['a', 'b', 'a', 'b', 'a']) teller.tell(link(id), 3);
  teller.tell(link('a'), 2);
  await passed();
  expect(asked()).toEqual(['a 3']);
  for (let turn = 0; turn < 4; turn += 1) {
    ends[turn]?.resolve();
    await passed();
  }
  expect(asked().sort()).toEqual(['a 2', 'a 3', 'b 3']);
  teller.tell(link('b'), 3);
  await passed();
  expect(asked()).toHaveLength(4);
});

it('tries a few times where it fails, others in between, and begins again with the next refused visit', async () => {
  tellUsedUp.mockImplementation(async ({ link_id }) => {
    if (link_id === 'bad') throw new Error('refused');
  });
  teller.tell(link('bad'), 1);
  teller.tell(link('good'), 1);
  await passed(60_000);
  expect(asked()).toEqual(['bad 1', 'good 1', 'bad 1', 'bad 1', 'bad 1', 'bad 1']);
  expect(warn).toHaveBeenCalledTimes(1);
  teller.tell(link('bad'), 1);
  await passed();
  expect(asked()).toHaveLength(7);
});

it('ends with the attempt under way', async () => {
  teller.tell(link('a'), 1);
  teller.tell(link('b'), 1);
  const ending = teller.onModuleDestroy();
  ends[0]?.resolve();
  await ending;
  teller.tell(link('c'), 1);
  expect(asked()).toEqual(['a 1']);
});
