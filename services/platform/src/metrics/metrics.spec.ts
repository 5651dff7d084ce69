import { expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

it('tells of a histogram that is counted elsewhere as of one of its own', async () => {
  const bounds = [0.001, 0.01];
  const observed = [0.0005, 0.001, 0.004, 7];
  const own = new Metrics('any');
  const histogram = own.histogram('answer_seconds', 'Time to answer', ['outcome'], bounds);
  for (const seconds of observed) histogram.observe({ outcome: 'done' }, seconds);

  const elsewhere = new Metrics('any');
  const counts = [0, 0, 0];
  const sum = observed.reduce((all, seconds) => all + seconds, 0);
  const read = () => [{ labels: { outcome: 'done' }, counts, sum }];
  elsewhere.watchHistogram('answer_seconds', 'Time to answer', bounds, read);
  elsewhere.watchHistogram('answer_seconds', 'Time to answer', bounds, read);
  counts.splice(0, 3, 2, 1, 1);

  // Labels have no order.
  const parts = (line: string) => line.split(/[{,}]/).sort();
  const lines = async ({ registry }: Metrics) => (await registry.metrics()).trim().split('\n').map(parts).sort();
  expect(await lines(elsewhere)).toEqual(await lines(own));
});

it('tells the figures of the process once, however many services run in it', async () => {
  const [first, second] = [new Metrics('first'), new Metrics('second')];
  for (const metrics of [first, second]) metrics.collectProcess();
  const texts = [await first.registry.metrics(), await second.registry.metrics()];
  expect(texts.map((text) => text.includes('process_cpu_seconds_total'))).toEqual([true, false]);
  expect(texts.map((text) => text.includes('nodejs_eventloop_lag_p99_seconds'))).toEqual([true, false]);
});
