import { expect, it, jest } from '@jest/globals';
import type { Metrics } from '@linkway/platform';
import { Outcomes } from './outcomes.js';

it('redirects are counted to the last, also those of the moment before the process ends', () => {
  const inc = jest.fn();
  const metrics = { counter: () => ({ inc }), watchHistogram: () => undefined };
  const outcomes = new Outcomes(metrics as unknown as Metrics);
  for (let visits = 0; visits < 3; visits += 1) outcomes.redirected(0);
  outcomes.onModuleDestroy();
  expect(inc.mock.calls).toEqual([[{ outcome: 'redirect' }, 3]]);
});
