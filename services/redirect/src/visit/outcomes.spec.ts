import { expect, it } from '@jest/globals';
import { Metrics } from '@linkway/platform';
import { Outcomes } from './outcomes.js';

it('redirects are counted to the last one before somebody asks, and once', async () => {
  const metrics = new Metrics('redirect');
  const outcomes = new Outcomes(metrics);
  const told = async () =>
    /^redirect_visits_total\{[^}]*outcome="redirect"[^}]*\} (\d+)$/m.exec(await metrics.registry.metrics())?.[1];
  expect(await told()).toBeUndefined();
  for (let visits = 0; visits < 3; visits += 1) outcomes.redirected(0);
  expect(await told()).toBe('3');
  expect(await told()).toBe('3');
  outcomes.redirected(0);
  expect(await told()).toBe('4');
});
