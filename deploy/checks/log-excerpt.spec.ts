import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { excerptOf } from './log-excerpt.mjs';

const folder = mkdtempSync(join(tmpdir(), 'linkway-excerpt-'));
afterAll(() => rmSync(folder, { recursive: true }));

function excerpt(text: string): string[] {
  const log = join(folder, 'step.log');
  writeFileSync(log, text);
  return excerptOf(log);
}

describe('excerptOf', () => {
  it('gives the output of the tasks of nx that failed', () => {
    const log = [
      '> nx run @linkway/a:test',
      'all is well',
      '> nx run @linkway/b:test',
      'npm warn this and that',
      'it is broken',
      '> nx run @linkway/c:test',
      'well, too',
      ' NX   Running target test for 3 projects failed',
      '',
      'Failed tasks:',
      '',
      '- @linkway/b:test',
      '',
      '  Run duration:      1.0s',
    ].join('\n');
    expect(excerpt(log)).toEqual(['> nx run @linkway/b:test', 'it is broken']);
  });

  it('gives the end of any other log', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
    expect(excerpt(lines.join('\n')).at(-1)).toBe('line 499');
    expect(excerpt(lines.join('\n'))).toHaveLength(60);
  });
});
