import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { expect, it, jest } from '@jest/globals';
import { TurnedAway } from './turned-away.js';
import type { Visit } from './visit.js';

it('the process is started so that young memory can be collected by hand, and visits that wait do it', async () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(scripts.start).toContain(' --expose-gc ');
  const gc = jest.fn();
  const before = globalThis.gc;
  globalThis.gc = gc as unknown as typeof globalThis.gc;
  try {
    const answered = jest.fn();
    const turnedAway = new TurnedAway(answered, () => undefined);
    for (let visit = 0; visit < 64; visit += 1) {
      const response = { req: { socket: {} } } as ServerResponse;
      turnedAway.add({
        response,
        visit: {} as Visit,
        why: { refused: 'flooding', retryAfterSeconds: 1 },
        password: null,
      });
    }
    while (answered.mock.calls.length < 64) await new Promise((resolve) => setTimeout(resolve, 4));
  } finally {
    globalThis.gc = before;
  }
  expect(gc).toHaveBeenCalledTimes(1);
  expect(gc).toHaveBeenCalledWith({ type: 'minor' });
});
