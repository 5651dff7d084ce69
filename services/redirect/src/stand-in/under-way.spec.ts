import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { UnderWay } from './under-way.js';

const request = {} as IncomingMessage;
const response = () => new EventEmitter() as unknown as ServerResponse;

it('is finished when every request was answered, or its client is gone', async () => {
  const asked: unknown[] = [];
  const underWay = new UnderWay((_request, answer) => asked.push(answer));
  await underWay.finished(10_000);
  const [one, two] = [response(), response()];
  underWay.answer(request, one);
  underWay.answer(request, two);
  expect(asked).toEqual([one, two]);
  let isFinished = false;
  const finished = underWay.finished(10_000).then(() => {
    isFinished = true;
  });
  one.emit('close');
  await Promise.resolve();
  expect(isFinished).toBe(false);
  two.emit('close');
  await finished;
});

it('does not wait for ever for one that hangs', async () => {
  const underWay = new UnderWay(() => undefined);
  underWay.answer(request, response());
  await expect(underWay.finished(1)).resolves.toBeUndefined();
});
