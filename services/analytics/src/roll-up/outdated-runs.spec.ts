import { expect, it } from '@jest/globals';
import { OutdatedRuns } from './outdated-runs.js';
import type { DayRun } from './roll-up.repository.js';

const scope = { workspaceId: '0197a000-0000-7000-8000-0000000000aa', linkId: null };
const run = (number: string, day = '2026-03-02') => ({ scope, day, run: number });

it('names the latest run of a day, a minute after it was made, whatever is told late', () => {
  const outdated = new OutdatedRuns();
  outdated.add(run('9'), 0);
  outdated.add(run('10'), 10_000);
  // Another process told of it late: what counts since then is not to be taken for outdated.
  outdated.add(run('9'), 20_000);
  outdated.add(run('3', '2026-03-03'), 20_000);
  expect(outdated.due(69_999)).toEqual([]);
  const [first] = outdated.due(70_000);
  expect(first).toMatchObject({ scope, day: '2026-03-02', run: '10' });
  // What could not be dropped waits on.
  expect(outdated.due(70_000)).toEqual([first]);
  outdated.add(run('11'), 75_000);
  outdated.done([first as DayRun]);
  expect(outdated.due(80_000).map((one) => one.run)).toEqual(['3']);
  outdated.done(outdated.due(80_000));
  expect(outdated.due(200_000).map((one) => one.run)).toEqual(['11']);
  outdated.done(outdated.due(200_000));
  expect(outdated.isEmpty).toBe(true);
});
