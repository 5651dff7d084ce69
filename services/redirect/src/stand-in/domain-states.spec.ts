import { expect, it, jest } from '@jest/globals';
import type { RpcClient } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { HostBook } from '../host/host-book.js';
import { askDomains } from './domain-states.js';

it('asks again where news may have been missed while it asks', async () => {
  const book = new HostBook([]);
  book.apply({ domain_id: 'd1', host: 'go.test', is_active: true, version: 1 });
  const answers: (() => void)[] = [];
  const call = jest.fn(async () => {
    await new Promise<void>((answer) => answers.push(answer));
    return { rows: [], checked: 1 };
  });
  const states = askDomains(book, { call } as unknown as RpcClient, { warn: () => undefined });
  await eventually(() => expect(call).toHaveBeenCalledTimes(1));
  states.again();
  answers[0]?.();
  await eventually(() => expect(call).toHaveBeenCalledTimes(2));
  answers[1]?.();
  await states.stop();
});

it('asks until it was answered', async () => {
  const book = new HostBook([]);
  book.apply({ domain_id: 'd1', host: 'go.test', is_active: true, version: 1 });
  const call = jest.fn(async () => ({ rows: [], checked: 1 }));
  call.mockRejectedValueOnce(new Error('domains is away'));
  const states = askDomains(book, { call } as unknown as RpcClient, { warn: () => undefined }, 1);
  await eventually(() => expect(call).toHaveBeenCalledTimes(2));
  await states.stop();
});
