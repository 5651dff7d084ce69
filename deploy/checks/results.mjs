// Counts of tests from what jest and Playwright write, for the last line of `npm test`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const groups = ['services', 'frontends', 'deploy'];

export const sum = (counts) =>
  counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** Leaves what a project's npm script under way came to; nothing where that is none of `npm test`'s, such as a single file run by hand. */
export function leaveJestResult(project, result) {
  const script = process.env.npm_lifecycle_event ?? '';
  if (!script.startsWith('test')) return;
  const file = resultFileOf(project, script);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(result, null, 2));
}

/** Where a project's npm script, such as `test:integration`, leaves what it came to. */
export const resultFileOf = (project, script) => join(project, 'test-results', `${script.replace(':', '-')}.json`);

/** Of jest's aggregated result; a test file that could not even run is one failure. */
export function countsOfJest(results) {
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.testResults.filter((file) => file.testExecError).length,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

export function failuresOfJest(results) {
  return results.testResults.flatMap(({ testFilePath, testExecError, testResults }) => [
    ...(testExecError ? [{ file: testFilePath, name: 'the file', message: String(testExecError.message) }] : []),
    ...testResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        file: testFilePath,
        name: fullName,
        message: failureMessages.join('\n'),
      })),
  ]);
}

/**
 * Of a Playwright JSON report; a test that passed only when tried again has passed, errors outside tests are failures.
 * @param {{ stats: Record<string, number>, errors?: unknown[] }} report
 */
export function countsOfPlaywright({ stats, errors = [] }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}

/**
 * The tests of a Playwright JSON report that failed at every try, with what each try said.
 * @param {{ suites?: object[], errors?: { message: string }[] }} report
 */
export function failuresOfPlaywright({ suites = [], errors = [] }) {
  const inSuite = ({ suites: inner = [], specs = [] }) => [...specs.flatMap(failuresOfSpec), ...inner.flatMap(inSuite)];
  return [
    ...errors.map(({ message }) => ({ file: 'e2e', name: 'outside tests', message })),
    ...suites.flatMap(inSuite),
  ];
}

/** The tests of a Playwright JSON report that never ran, as those after a failed one where one needs the other. */
export function skippedOfPlaywright({ suites = [] }) {
  const inSuite = ({ suites: inner = [], specs = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped')).map(({ title }) => title),
    ...inner.flatMap(inSuite),
  ];
  return suites.flatMap(inSuite);
}

function failuresOfSpec({ file, title, tests }) {
  return tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ results }) => ({
      file,
      name: title,
      message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
    }));
}

/** The result files of one script, such as `test` or `test-integration`, in every project that `counts` (given as `services/links`). */
export function resultFiles(root, name, counts = () => true) {
  const folders = groups.flatMap((group) =>
    existsSync(join(root, group)) ? readdirSync(join(root, group)).map((project) => join(root, group, project)) : [],
  );
  return [join(root, 'contracts'), ...folders]
    .filter((folder) => existsSync(join(folder, 'package.json')) && counts(relative(root, folder)))
    .map((folder) => resultFileOf(folder, name));
}

export function clearResults(root, name, counts) {
  for (const file of resultFiles(root, name, counts)) rmSync(file, { force: true });
}

export function jestCounts(root, name, counts) {
  const reports = resultFiles(root, name, counts)
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')));
  return { ...sum(reports), failures: reports.flatMap(({ failures }) => failures) };
}

/** Whether every project that has the script, such as `test:integration`, came to the end of its tests. */
export function isJestComplete(root, script, counts) {
  return resultFiles(root, script.replace(':', '-'), counts)
    .filter((file) => script in (JSON.parse(readFileSync(join(file, '../../package.json'), 'utf8')).scripts ?? {}))
    .every((file) => existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).complete);
}

export function playwrightCounts(file) {
  if (!existsSync(file)) return sum([]);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return { ...countsOfPlaywright(report), failures: failuresOfPlaywright(report) };
}

/** What a step adds to the total: its tests, or one check where it has none. A failure is never lost, and tests of which none ran have failed. */
export function countsOfStep(succeeded, tests) {
  if (!tests) return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
  const isSound = succeeded && tests.passed + tests.failed + tests.skipped > 0;
  return !isSound && tests.failed === 0 ? { ...tests, failed: 1 } : tests;
}
