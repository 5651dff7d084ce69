import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  clearResults,
  countsOfJest,
  countsOfPlaywright,
  countsOfStep,
  failuresOfJest,
  failuresOfPlaywright,
  isJestComplete,
  jestCounts,
  sum,
} from './results.mjs';

const jestResult = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    { testFilePath: '/a.spec.ts', testResults: [{ status: 'failed', fullName: 'a b', failureMessages: ['no'] }] },
    { testFilePath: '/b.spec.ts', testExecError: { message: 'syntax' }, testResults: [] },
  ],
};

describe('counting', () => {
  it('counts tests, and a file that did not run as one failure', () => {
    expect(countsOfJest(jestResult)).toEqual({ passed: 3, failed: 2, skipped: 2 });
    expect(failuresOfJest(jestResult).map((failure: { name: string }) => failure.name)).toEqual(['a b', 'the file']);
  });

  it('counts a browser test that passed at the second try as passed', () => {
    const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 1 };
    expect(countsOfPlaywright({ stats, errors: [{}] })).toEqual({ passed: 6, failed: 3, skipped: 1 });
  });

  it('tells which browser tests failed, wherever they stand', () => {
    const failed = {
      status: 'unexpected',
      results: [{ errors: [{ message: 'first' }] }, { errors: [{ message: 'again' }] }],
    };
    const spec = (title: string, test: object) => ({ file: 'a.spec.ts', title, tests: [test] });
    const suites = [
      { specs: [spec('sound', { status: 'expected', results: [] })], suites: [{ specs: [spec('broken', failed)] }] },
    ];
    expect(failuresOfPlaywright({ suites, errors: [{ message: 'no browser' }] })).toEqual([
      { file: 'e2e', name: 'outside tests', message: 'no browser' },
      { file: 'a.spec.ts', name: 'broken', message: 'first\nagain' },
    ]);
  });

  it('adds the results of all projects', () => {
    const root = mkdtempSync(join(tmpdir(), 'linkway-results-'));
    for (const project of ['contracts', 'services/links', 'services/idle']) {
      mkdirSync(join(root, project, 'test-results'), { recursive: true });
      writeFileSync(join(root, project, 'package.json'), '{}');
    }
    writeFileSync(join(root, 'services', 'README.md'), '');
    const results = (passed: number) => JSON.stringify({ passed, failed: 0, skipped: 0, failures: [] });
    writeFileSync(join(root, 'contracts/test-results/test.json'), results(2));
    writeFileSync(join(root, 'services/links/test-results/test.json'), results(3));
    expect(jestCounts(root, 'test')).toEqual({ passed: 5, failed: 0, skipped: 0, failures: [] });
    const ofLinks = (project: string) => project === 'services/links';
    expect(jestCounts(root, 'test', ofLinks)).toMatchObject({ passed: 3 });
    // Complete is what came to its end in every project that has tests.
    const has = (project: string, script: string) =>
      writeFileSync(join(root, project, 'package.json'), JSON.stringify({ scripts: { [script]: 'jest' } }));
    has('services/links', 'test');
    expect(isJestComplete(root, 'test')).toBe(false);
    writeFileSync(
      join(root, 'services/links/test-results/test.json'),
      JSON.stringify({ passed: 3, failed: 0, skipped: 0, failures: [], complete: true }),
    );
    expect(isJestComplete(root, 'test')).toBe(true);
    has('services/idle', 'test');
    expect(isJestComplete(root, 'test')).toBe(false);
    expect(isJestComplete(root, 'test', ofLinks)).toBe(true);
    clearResults(root, 'test', ofLinks);
    expect(jestCounts(root, 'test')).toMatchObject({ passed: 2 });
    rmSync(root, { recursive: true });
  });

  it('counts a step without tests as one check, and never loses a failure', () => {
    expect(countsOfStep(true)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(countsOfStep(false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countsOfStep(true, { passed: 0, failed: 0, skipped: 2 })).toEqual({ passed: 0, failed: 0, skipped: 2 });
    expect(countsOfStep(false, { passed: 0, failed: 0, skipped: 0 })).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countsOfStep(false, { passed: 7, failed: 0, skipped: 0 })).toEqual({ passed: 7, failed: 1, skipped: 0 });
    expect(countsOfStep(false, { passed: 7, failed: 2, skipped: 0 })).toEqual({ passed: 7, failed: 2, skipped: 0 });
  });

  // As nx does where no project has the name, and jest where no file matches.
  it('takes no tests at all for a failure, though their command succeeds', () => {
    expect(countsOfStep(true, { passed: 0, failed: 0, skipped: 0 })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('sums nothing to nothing', () => {
    expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});
