// Test files of a project that run in one file of jest's, one after the other. Each file that jest runs loads all modules anew,
// which is most of the time of a test that needs no server.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = { all: 500, src: 500, test: 6 };

/**
 * Writes what runs the project's test files in groups.
 * @param {string} project folder
 * @param {'src' | 'test' | 'all'} part `test`: those in its folder of that name, which start servers; `src`: the others
 * @returns {string} the pattern that the groups match
 */
export function writeGroups(project, part) {
  const folder = join(project, 'test-results', 'together', part);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  groupsOf(filesOf(project, part), SIZE[part]).forEach((files, number) => {
    writeFileSync(join(folder, `${number + 1}.together.mjs`), groupFile(project, files));
  });
  return join(folder, '*.together.mjs');
}

function filesOf(project, part) {
  return globSync('**/*.spec.{ts,tsx}', { cwd: project, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => part === 'all' || /(^|\/)test\//.test(file) === (part === 'test'))
    .sort();
}

/** Groups of about the same size, none greater than `size`. */
export function groupsOf(files, size) {
  const groups = Array.from({ length: Math.ceil(files.length / size) }, () => []);
  files.forEach((file, index) => groups[index % groups.length].push(file));
  return groups;
}

/** Modules that the test files share and that set hooks, which are every file's: they are loaded outside of any file's block. */
function helpersWithHooks(project) {
  return globSync('test/**/*.ts', { cwd: project, exclude: ['**/*.spec.ts'] })
    .filter((file) => /^after|^before/m.test(readFileSync(join(project, file), 'utf8')))
    .sort();
}

const usesServers = (project, files) =>
  files.some((file) => readFileSync(join(project, file), 'utf8').includes('/testkit'));

/** A file's hooks are those of its own block, and what it set for the whole process is set back after it. */
function groupFile(project, files) {
  return `import { createRequire } from 'node:module';
import { afterAll, describe, jest } from '@jest/globals';
${usesServers(project, files) ? "import { keepPostgres } from '@linkway/platform/testkit';\n" : ''}${helpersWithHooks(
  project,
)
  .map((file) => `import '${project}/${file}';\n`)
  .join('')}
const require = createRequire(import.meta.url);
${usesServers(project, files) ? 'keepPostgres();\n' : ''}
for (const file of ${JSON.stringify(files, null, 2)}) {
  describe(file, () => {
    const environment = { ...process.env };
    require('${project}/' + file);
    afterAll(() => {
      jest.restoreAllMocks();
      jest.useRealTimers();
      process.env = environment;
    });
  });
}
`;
}
