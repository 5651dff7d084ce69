import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { VERSIONS_LIMIT } from '@linkway/contracts';
import { route } from './fake-route.js';
import type { RouteReadModel } from './route.read-model.js';
import { RouteQuestions } from './route-questions.js';
import { versionOf } from './route-version.js';

const TIMEOUT_MS = 2_000;

let asked: number;
let questions: RouteQuestions;
beforeEach(() => {
  jest.useFakeTimers();
  asked = 0;
  const hangs = () => {
    asked += 1;
    return new Promise<never>((_, fail) => setTimeout(() => fail(new Error('timed out')), TIMEOUT_MS));
  };
  questions = new RouteQuestions(
    { findByCodes: async () => [] },
    { call: hangs },
    { correct: () => undefined },
    {} as RouteReadModel,
    { believable: async (_model, mends) => mends, mend: async () => undefined },
    { warn: () => undefined },
  );
});
afterEach(() => {
  jest.useRealTimers();
});

it('checks that wait behind links that hangs fail with the first, and none waits for as long again', async () => {
  const failed: string[] = [];
  for (let number = 0; number < 3 * VERSIONS_LIMIT; number += 1) {
    const known = [versionOf(route({ code: `code${number}` }))];
    void questions.check(known).catch((error: Error) => failed.push(error.message));
  }
  // The first ones collect for a moment.
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS + 100);
  expect(failed).toEqual(Array(3 * VERSIONS_LIMIT).fill('timed out'));
  expect(asked).toBe(2);
  // What is asked later has a question of its own.
  void questions.check([versionOf(route())]).catch((error: Error) => failed.push(error.message));
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS + 100);
  expect(asked).toBe(3);
  expect(failed).toHaveLength(3 * VERSIONS_LIMIT + 1);
});
