// What failed beside other steps is tried once more with nothing beside it: a fault fails again, a machine that stood still does not.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { resultFileOf } from './results.mjs';

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

function testFileOf(root, { file, name }) {
  const path = relative(root, file).split(sep);
  const project = path[0] === 'contracts' ? path[0] : path.slice(0, 2).join('/');
  const test = GROUP.test(file) ? name.split(' ')[0] : relative(join(root, project), file);
  return /\.spec\.\w+$/.test(test) && existsSync(join(root, project, test)) ? { project, file: test } : null;
}
