import { expect, it } from '@jest/globals';
import type { Click } from '@linkway/contracts';
import { MOST_BYTES_ASKED, questionsOf } from './click-questions.js';

const clicks = (count: number, user_agent = '') =>
  Array.from({ length: count }, (_, index) => ({ event_id: String(index), user_agent }) as Click);
const sizes = (...given: Parameters<typeof questionsOf>) => [...questionsOf(...given)].map(({ length }) => length);

it('asks of a bounded number of clicks at once', () => {
  expect(sizes([])).toEqual([]);
  expect(sizes(clicks(230))).toEqual([100, 100, 30]);
  expect([...questionsOf(clicks(230))].flat()).toEqual(clicks(230));
});

it('asks of a bounded number of bytes at once, whatever visitors write, and never drops one', () => {
  const questions = [...questionsOf(clicks(90, 'é'.repeat(6_000)))];
  expect(questions.flat()).toHaveLength(90);
  for (const some of questions) expect(Buffer.byteLength(JSON.stringify(some))).toBeLessThan(MOST_BYTES_ASKED + 1_000);
  expect(sizes(clicks(3, 'x'.repeat(300_000)))).toEqual([1, 1, 1]);
});
