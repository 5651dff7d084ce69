// The steps of `npm test`, in order; those of one stage run at the same time, a list among them one after the other.
// What measures time runs alone.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clearResults, jestCounts, playwrightCounts } from './results.mjs';

const nx = (...args) => ({ command: 'nx', args: ['run-many', '--outputStyle=static', ...args] });

/** Where the browser tests leave their JSON report (PLAYWRIGHT_JSON_OUTPUT_FILE). */
export const playwrightReport = (root) => join(root, 'deploy', 'e2e', 'test-results', 'report.json');

/** Each: { name, command, args, limitSeconds, prepare?, tests?, lacks? }; what a machine lacks skips the step. */
export function stages(root) {
  const jestResults = (name, counts) => ({
    prepare: () => clearResults(root, name, counts),
    tests: () => jestCounts(root, name, counts),
  });
  const isOfLinks = (project) => project === 'services/links';
  return [
    [
      { name: 'format', command: 'biome', args: ['check', '.'], limitSeconds: 60 },
      { name: 'programs', command: 'node', args: ['deploy/checks/programs.mjs'], limitSeconds: 300 },
    ],
    [
      // In one run: each project's own would read most of the others' types again.
      { name: 'lint', command: 'oxlint', args: ['.'], limitSeconds: 400 },
      { name: 'typecheck', ...nx('-t', 'typecheck', '--parallel=2'), limitSeconds: 400 },
    ],
    [
      {
        name: 'generated files',
        command: 'npm',
        args: ['run', '--silent', 'check', '-w', '@linkway/contracts'],
        limitSeconds: 60,
      },
      { name: 'licences', command: 'node', args: ['deploy/checks/licenses.mjs'], limitSeconds: 60 },
    ],
    [{ name: 'build', command: 'node', args: ['deploy/checks/build.mjs'], limitSeconds: 300 }],
    [
      [
        {
          name: 'unit',
          // Beside what waits.
          ...nx('-t', 'test', '--parallel=1', '--skipNxCache'),
          limitSeconds: 1_200,
          ...jestResults('test'),
        },
        {
          name: 'generators',
          ...nx('-t', 'test:generators', '--skipNxCache'),
          limitSeconds: 400,
          ...jestResults('test-generators'),
        },
        { name: 'upgrade', command: 'npm', args: ['run', '--silent', 'upgrade'], limitSeconds: 300 },
        {
          // Here, as the others take longer than all of these.
          name: 'integration of links',
          ...nx('-t', 'test:integration', '-p', '@linkway/links', '--skipNxCache'),
          limitSeconds: 600,
          ...jestResults('test-integration', isOfLinks),
        },
      ],
      {
        name: 'integration',
        // They wait more than they compute, and some watch how long a thing takes.
        ...nx('-t', 'test:integration', '--exclude=@linkway/links', '--parallel=2', '--skipNxCache'),
        limitSeconds: 1_500,
        ...jestResults('test-integration', (project) => !isOfLinks(project)),
      },
      { name: 'sbom', command: 'node', args: ['deploy/checks/sbom.mjs', '--check'], limitSeconds: 60 },
    ],
    [
      {
        name: 'e2e',
        command: 'npm',
        args: ['run', '--silent', 'e2e', '-w', '@linkway/e2e'],
        limitSeconds: 600,
        prepare: () => rmSync(playwrightReport(root), { force: true }),
        tests: () => playwrightCounts(playwrightReport(root)),
      },
    ],
    ...shortChaosRuns(root).map((runs) =>
      runs.map((run) => ({
        name: `chaos ${run}`,
        command: 'npm',
        args: ['run', '--silent', 'chaos', '--', run, '--short'],
        limitSeconds: 300,
        lacks: run === 'disk-full' ? withoutSmallDisks() : null,
      })),
    ),
  ];
}

/** What keeps this machine from mounting a small file system; null where it can. */
function withoutSmallDisks() {
  return process.platform === 'linux' && process.getuid() === 0
    ? null
    : 'mounting a small file system takes root on Linux';
}

/** Lists of names; those of one list run at the same time. */
function shortChaosRuns(root) {
  const list = join(root, 'deploy', 'chaos', 'short.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}
