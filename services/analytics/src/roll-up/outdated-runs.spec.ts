import { expect, it } from '@jest/globals';
import { OutdatedRuns } from './outdated-runs.js';

const scope = { workspaceId: '0197a000-0000-7000-8000-0000000000aa', linkId: null };
const run = (number: string, day = '2026-03-02') => ({ scope, day, run: number });

it('names the latest run of a day, a minute after it was made, whatever is told late', () => {
  const outdated = new OutdatedRuns();
  outdated.add(run('9'), 0);
  outdated.add(run('10'), 10_000);
  // Another process told of it late: what counts since then is not to be taken for outdated.
  outdated.add(run('9'), 20_000);
  outdated.add(run('3', '2026-03-03'), 20_000);
  expect(outdated.take(69_999)).toEqual([]);
  expect(outdated.take(70_000)).toEqual([{ scope, runs: [expect.objectContaining({ day: '2026-03-02', run: '10' })] }]);
  expect(outdated.take(80_000).flatMap(({ runs }) => runs.map((one) => one.run))).toEqual(['3']);
  expect(outdated.take(200_000)).toEqual([]);
});
