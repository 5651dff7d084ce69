import { describe, expect, it } from '@jest/globals';
import { npmAncestors } from './stop-request.ts';

const tree = (processes: Record<number, { command: string; parent: number }>) => (pid: number) =>
  processes[pid] ?? { command: '', parent: 0 };

describe('npmAncestors', () => {
  it('goes up through the shell and the wrapper to npm', () => {
    const processes = tree({
      40: { command: 'node deploy/local/start.mjs', parent: 30 },
      30: { command: 'sh -c node deploy/local/start.mjs', parent: 20 },
      20: { command: 'npm start', parent: 10 },
      10: { command: 'bash', parent: 1 },
    });
    expect(npmAncestors(40, processes)).toEqual([40, 30, 20]);
  });

  it('is empty without npm above', () => {
    expect(npmAncestors(10, tree({ 10: { command: 'bash', parent: 1 } }))).toEqual([]);
  });
});
