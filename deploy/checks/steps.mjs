// The steps of `npm test`, in order; those of one stage run at the same time, a list among them one after the other.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  failedBrowserTestsAgain,
  failedFilesAgain,
  forgetResult,
  hasPassed,
  haveBrowserTestsPassed,
} from './again.mjs';
import { clearResults, isJestComplete, jestCounts, playwrightCounts } from './results.mjs';

/** Short forms of the benches, one after the other with nothing beside them. Nodes that nobody uses are measured side by side. */
const BENCHES = [
  ['web'],
  ['redirect'],
  ['create'],
  ['create-all'],
  ['list'],
  ['routes'],
  ['signin'],
  ['admin-users'],
  ['misses'],
  ['single'],
  ['analytics'],
  ['idle', 'live'],
];

const nx = (...args) => ({ command: 'nx', args: ['run-many', '--outputStyle=static', ...args] });

/** Where the browser tests leave their JSON report (PLAYWRIGHT_JSON_OUTPUT_FILE). */
export const playwrightReport = (root, name = 'report') => join(root, 'deploy', 'e2e', 'test-results', `${name}.json`);

// One project after the other, and nothing that they depend on: it is built, and others read it meanwhile.
const alone = ['--parallel=1', '--excludeTaskDependencies', '--skipNxCache'];

/**
 * Each: { name, command, args, limitSeconds, prepare?, tests?, lacks?, onDisk?, again?, passed? }; what a machine lacks skips the step. What
 * measures, or breaks what writes, does not write to memory (`onDisk`). `again` gives what is run of it once more when it has
 * failed, and `passed` whether a command of these ran all that it should; benches repeat rounds that were disturbed.
 */
export function stages(root) {
  const jestResults = (name, counts) => ({
    prepare: () => clearResults(root, name, counts),
    tests: () => jestCounts(root, name, counts),
    again: (failures) => {
      const script = name.replace('-', ':');
      // Of tests that never ran nothing is known: that step has failed.
      if (!isJestComplete(root, script, counts)) return null;
      const commands = failedFilesAgain(root, script, failures);
      commands?.forEach(forgetResult);
      return commands;
    },
    passed: hasPassed,
  });
  const apart = ['analytics', 'redirect', 'platform', 'gateway', 'links'];
  const integration = (name, which, isOfThem) => ({
    name: `integration of ${name}`,
    ...nx('-t', 'test:integration', which, ...alone),
    limitSeconds: 1_800,
    ...jestResults('test-integration', (folder) => isOfThem(basename(folder))),
  });
  const integrationOf = (project) =>
    integration(project, `--projects=@linkway/${project}`, (folder) => folder === project);
  const integrationOfOthers = integration(
    'the others',
    `--exclude=${apart.map((project) => `@linkway/${project}`).join()}`,
    (folder) => !apart.includes(folder),
  );
  const inBrowser = (name, { report = name, modes, args = [] }) => ({
    name,
    command: 'npm',
    args: ['run', '--silent', 'e2e', '-w', '@linkway/e2e', '--', ...args],
    limitSeconds: 2_400,
    prepare: () => {
      for (const each of [report, ...modes.map((mode) => `${report}-${mode}`)])
        rmSync(playwrightReport(root, each), { force: true });
    },
    tests: () => playwrightCounts(playwrightReport(root, report)),
    // Twice at once they meet the same machine that stands still.
    again: () => failedBrowserTestsAgain(root, { name: report, modes, args }),
    passed: haveBrowserTestsPassed,
  });
  const e2e = inBrowser('e2e', { report: 'report', modes: ['single', 'processes'] });
  const look = inBrowser('look', { modes: ['single'], args: ['--config=look.config.ts'] });
  const ofContainers = inBrowser('containers', { modes: ['containers'] });
  const containers = {
    ...ofContainers,
    command: 'env',
    args: ['LINKWAY_E2E_MODE=containers', ofContainers.command, ...ofContainers.args],
    // At the first time the images are built from nothing.
    limitSeconds: 2_400,
    onDisk: true,
    lacks: withoutContainers(),
  };
  const repeated = (command) => ({ ...command, again: () => [{ ...command, cwd: root }] });
  const chaos = (run) => ({
    name: `chaos ${run}`,
    ...repeated({ command: 'npm', args: ['run', '--silent', 'chaos', '--', run, '--short'] }),
    limitSeconds: 600,
    onDisk: true,
    lacks: run === 'disk-full' ? withoutSmallDisks() : null,
  });
  const bench = (name) => ({
    name: `bench ${name}`,
    command: 'npm',
    args: ['run', '--silent', 'bench', '--', name, '--short'],
    // A visit that was disturbed is done again.
    limitSeconds: 900,
    onDisk: true,
    lacks: process.platform === 'linux' ? null : 'CPU time is read from /proc, which only Linux has',
  });
  const chaosRuns = shortChaosRuns(root);
  return [
    [
      { name: 'format', command: 'biome', args: ['check', '.'], limitSeconds: 60 },
      { name: 'programs', command: 'node', args: ['deploy/checks/programs.mjs'], limitSeconds: 300 },
    ],
    [
      { name: 'lint', command: 'oxlint', args: ['.'], limitSeconds: 400 },
      { name: 'typecheck', command: 'node', args: ['deploy/checks/typecheck.mjs'], limitSeconds: 400 },
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
      // Three at a time: the first computes, the others wait more than they compute.
      [
        { name: 'unit', ...nx('-t', 'test', ...alone), limitSeconds: 1_800, ...jestResults('test') },
        {
          name: 'generators',
          ...nx('-t', 'test:generators', ...alone),
          limitSeconds: 600,
          ...jestResults('test-generators'),
        },
        {
          name: 'upgrade',
          ...repeated({ command: 'npm', args: ['run', '--silent', 'upgrade'] }),
          limitSeconds: 600,
          onDisk: true,
        },
        ...chaosRuns.afterUnit.map(chaos),
      ],
      // Of about the same length: the last would be alone with a machine that it does not fill.
      [integrationOf('analytics'), integrationOf('platform'), integrationOf('redirect'), integrationOf('gateway')],
      [integrationOf('links'), integrationOfOthers, ...chaosRuns.afterIntegration.map(chaos)],
      { name: 'sbom', command: 'node', args: ['deploy/checks/sbom.mjs', '--check'], limitSeconds: 60 },
    ],
    // Each has a product of its own. The tests in the browser, which are bound to seconds, take what the chaos runs leave of the processor.
    [[e2e, look], chaosRuns.besideBrowser.map(chaos)],
    [containers],
    // One after the other: they measure.
    ...BENCHES.map((names) => names.map(bench)),
  ];
}

/** What keeps this machine from mounting a small file system; null where it can. */
function withoutSmallDisks() {
  return process.platform === 'linux' && process.getuid() === 0
    ? null
    : 'mounting a small file system takes root on Linux';
}

/** What keeps this machine from starting containers; null where it can. */
function withoutContainers() {
  const answers = ['info', 'compose version'].every(
    (question) => spawnSync('docker', question.split(' '), { stdio: 'ignore', timeout: 5_000 }).status === 0,
  );
  return answers ? null : 'no container engine with Compose answers';
}

/** Lists of names; those of a list run one after the other. */
const shortChaosRuns = (root) => JSON.parse(readFileSync(join(root, 'deploy', 'chaos', 'short.json'), 'utf8'));
