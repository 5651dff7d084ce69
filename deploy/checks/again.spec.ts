import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  failedBrowserTestsAgain,
  failedFilesAgain,
  forgetResult,
  hasPassed,
  haveBrowserTestsPassed,
} from './again.mjs';

describe('what is tried once more', () => {
  const root = mkdtempSync(join(tmpdir(), 'linkway-again-'));
  const at = (file: string) => join(root, file);

  beforeAll(() => {
    for (const file of ['contracts/test/a.spec.ts', 'services/links/test/b.spec.ts', 'services/links/src/c.spec.ts']) {
      mkdirSync(dirname(at(file)), { recursive: true });
      writeFileSync(at(file), '');
    }
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('is each file that failed, in its project, once', () => {
    const group = at('services/links/test-results/together/test/1.together.mjs');
    const failures = [
      { file: group, name: 'test/b.spec.ts creating makes a link' },
      { file: group, name: 'test/b.spec.ts creating refuses' },
      { file: at('services/links/src/c.spec.ts'), name: 'counting' },
      { file: at('contracts/test/a.spec.ts'), name: 'the file' },
    ];
    expect(failedFilesAgain(root, 'test:integration', failures)).toEqual([
      {
        command: 'npm',
        args: ['run', '--silent', 'test:integration', '--', 'test/b.spec.ts', 'src/c.spec.ts'],
        cwd: at('services/links'),
        script: 'test:integration',
      },
      {
        command: 'npm',
        args: ['run', '--silent', 'test:integration', '--', 'test/a.spec.ts'],
        cwd: at('contracts'),
        script: 'test:integration',
      },
    ]);
  });

  it('has passed where all came to an end with tests that passed, and not by an end without any', () => {
    const run = { cwd: at('services/links'), script: 'test:integration' };
    const leave = (result: object) => {
      mkdirSync(at('services/links/test-results'), { recursive: true });
      writeFileSync(at('services/links/test-results/test-integration.json'), JSON.stringify(result));
    };
    forgetResult(run);
    expect(hasPassed(run)).toBe(false);
    leave({ passed: 2, failed: 0, complete: true });
    expect(hasPassed(run)).toBe(true);
    for (const wrong of [{ passed: 0 }, { failed: 1 }, { complete: false }]) {
      leave({ passed: 2, failed: 0, complete: true, ...wrong });
      expect(hasPassed(run)).toBe(false);
    }
    forgetResult(run);
    expect(hasPassed(run)).toBe(false);
  });

  it('is nothing where a group failed as a whole, nothing was told, or much failed', () => {
    const group = at('services/links/test-results/together/test/1.together.mjs');
    expect(failedFilesAgain(root, 'test', [{ file: group, name: 'the file' }])).toBeNull();
    expect(failedFilesAgain(root, 'test', [])).toBeNull();
    const eleven = Array.from({ length: 11 }, () => ({ file: at('contracts/test/a.spec.ts'), name: 'a' }));
    expect(failedFilesAgain(root, 'test', eleven)).toBeNull();
  });

  describe('in the browser', () => {
    const e2e = { name: 'report', modes: ['single', 'processes'] };
    const report = (mode: string) => at(`deploy/e2e/test-results/report-${mode}.json`);
    type Status = 'expected' | 'unexpected' | 'skipped';
    const test = (title: string, status: Status) => ({
      title,
      tests: [{ status, results: [{ errors: [] }] }],
    });
    const leave = (mode: string, titles: Record<string, Status>, more: object = {}) => {
      mkdirSync(dirname(report(mode)), { recursive: true });
      const count = (wanted: string) => Object.values(titles).filter((status) => status === wanted).length;
      writeFileSync(
        report(mode),
        JSON.stringify({
          suites: [{ specs: Object.entries(titles).map(([title, status]) => test(title, status)) }],
          stats: { expected: count('expected'), unexpected: count('unexpected'), flaky: 0, skipped: count('skipped') },
          errors: [],
          ...more,
        }),
      );
    };

    it('is each test that failed, in its mode, by its whole name', () => {
      leave('single', { 'a link (vi)': 'unexpected', 'a list': 'expected', 'what is 1+1?': 'unexpected' });
      leave('processes', { 'a list': 'expected' });
      const found = failedBrowserTestsAgain(root, { ...e2e, args: ['--config=a.ts'] });
      expect(found).toEqual([
        {
          command: 'env',
          args: [
            'LINKWAY_E2E_MODE=single',
            ...'npm run --silent e2e -w @linkway/e2e --'.split(' '),
            '--config=a.ts',
            '--grep',
            'a link \\(vi\\)|what is 1\\+1\\?',
          ],
          cwd: root,
          report: report('single'),
          tests: 2,
          skipped: 0,
        },
      ]);
      leave('single', { 'a link (vi)': 'expected', 'what is 1+1?': 'expected' });
      expect(found?.every(haveBrowserTestsPassed)).toBe(true);
      leave('single', { 'a link (vi)': 'expected' });
      expect(found?.some(haveBrowserTestsPassed)).toBe(false);
    });

    it('is what did not run behind it, too', () => {
      leave('single', { 'a list': 'expected', first: 'unexpected', second: 'skipped' });
      leave('processes', { 'a list': 'expected' });
      const [again, ...others] = failedBrowserTestsAgain(root, e2e) ?? [];
      expect(again).toMatchObject({ tests: 2, skipped: 1 });
      expect(again?.args.at(-1)).toBe('first|second');
      expect(others).toEqual([]);
    });

    it('is nothing where a mode has not come to its end or much failed', () => {
      leave('single', { 'a link': 'unexpected' });
      leave('processes', {});
      expect(failedBrowserTestsAgain(root, e2e)).toHaveLength(1);
      leave('processes', {}, { errors: [{ message: 'out of time' }] });
      expect(failedBrowserTestsAgain(root, e2e)).toBeNull();
      rmSync(report('processes'));
      expect(failedBrowserTestsAgain(root, e2e)).toBeNull();
      leave('processes', {});
      leave('single', Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`test ${index}`, 'unexpected'])));
      expect(failedBrowserTestsAgain(root, e2e)).toBeNull();
      leave('single', { 'a link': 'expected' });
      expect(failedBrowserTestsAgain(root, e2e)).toBeNull();
    });
  });
});
