// What failed beside other steps is tried once more with nothing beside it: a fault fails again, a machine that stood still does not.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { failuresOfPlaywright, playwrightCounts, resultFileOf, skippedOfPlaywright } from './results.mjs';

const IN_BROWSER = ['npm', 'run', '--silent', 'e2e', '-w', '@linkway/e2e', '--'];
const asPattern = (title) => title.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** More than that is no matter of chance. */
const MAX_FAILURES = 10;
const GROUP = /[/\\]test-results[/\\]together[/\\][^/\\]+[/\\][^/\\]+$/;

/**
 * What runs the test files that failed, a command for each project.
 * @param {string} root
 * @param {string} script of npm, such as `test:integration`
 * @param {{ file: string, name: string }[]} failures a file of jest's may be a group of files; then the name begins with the test file
 * @returns {{ command: string, args: string[], cwd: string, script: string }[] | null} null where it is not known which files, or there are too many
 */
export function failedFilesAgain(root, script, failures) {
  if (failures.length === 0 || failures.length > MAX_FAILURES) return null;
  const files = failures.map((failure) => testFileOf(root, failure));
  if (files.includes(null)) return null;
  return [...new Set(files.map(({ project }) => project))].map((project) => ({
    command: 'npm',
    args: [
      'run',
      '--silent',
      script,
      '--',
      ...new Set(files.filter((each) => each.project === project).map(({ file }) => file)),
    ],
    cwd: join(root, project),
    script,
  }));
}

/** Whether a project's run of its failed files came to its end with tests, none of which failed. */
export function hasPassed({ cwd, script }) {
  const file = resultFileOf(cwd, script);
  if (!existsSync(file)) return false;
  const { passed, failed, complete } = JSON.parse(readFileSync(file, 'utf8'));
  return complete && failed === 0 && passed > 0;
}

export const forgetResult = ({ cwd, script }) => rmSync(resultFileOf(cwd, script), { force: true });

/**
 * What runs the browser tests that failed, and those that did not run as one before them in their file failed: a command for each mode.
 * @param {string} root
 * @param {{ name: string, modes: string[], args?: string[] }} run `name`: that of its reports, one for each mode; `args`: Playwright's
 * @returns {{ command: string, args: string[], cwd: string, report: string, tests: number, skipped: number }[] | null} null where too many failed, or all did not come to an end
 */
export function failedBrowserTestsAgain(root, { name, modes, args = [] }) {
  const folder = join(root, 'deploy', 'e2e', 'test-results');
  const runs = modes.map((mode) => ({ mode, report: join(folder, `${name}-${mode}.json`) }));
  if (runs.some(({ report }) => !existsSync(report))) return null;
  const reports = runs.map((run) => ({ ...run, content: JSON.parse(readFileSync(run.report, 'utf8')) }));
  if (reports.some(({ content }) => (content.errors ?? []).length > 0)) return null;
  const failed = reports.flatMap(({ content, ...run }) => {
    const failures = failuresOfPlaywright(content).map((failure) => failure.name);
    if (failures.length === 0 && content.stats.skipped === 0) return [];
    const titles = [...new Set([...failures, ...skippedOfPlaywright(content)])];
    return [{ ...run, titles, skipped: content.stats.skipped }];
  });
  const all = failed.flatMap(({ titles }) => titles);
  if (all.length === 0 || all.length > MAX_FAILURES) return null;
  return failed.map(({ mode, report, titles, skipped }) => ({
    command: 'env',
    args: [`LINKWAY_E2E_MODE=${mode}`, ...IN_BROWSER, ...args, '--grep', titles.map(asPattern).join('|')],
    cwd: root,
    report,
    tests: titles.length,
    skipped,
  }));
}

/** Whether every browser test that was to be tried once more has passed. */
export function haveBrowserTestsPassed({ report, tests }) {
  const { passed, failed } = playwrightCounts(report);
  return failed === 0 && passed >= tests;
}

function testFileOf(root, { file, name }) {
  const path = relative(root, file).split(sep);
  const project = path[0] === 'contracts' ? path[0] : path.slice(0, 2).join('/');
  const test = GROUP.test(file) ? name.split(' ')[0] : relative(join(root, project), file);
  return /\.spec\.\w+$/.test(test) && existsSync(join(root, project, test)) ? { project, file: test } : null;
}
