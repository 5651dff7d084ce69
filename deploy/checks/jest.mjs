// Runs jest for the project in the current folder, with the ESM loader that Nest 12 needs.
// Started as `npm test` or `npm run test:integration` it also leaves its counts in test-results/, for deploy/checks/test.mjs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (file) => fileURLToPath(new URL(file, import.meta.url));
const script = process.env.npm_lifecycle_event ?? '';
const results = script.startsWith('test') ? `test-results/${script.replace(':', '-')}.json` : null;
if (results) {
  mkdirSync('test-results', { recursive: true });
  rmSync(results, { force: true });
}

const result = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    path('../../node_modules/jest/bin/jest.js'),
    '--config',
    path('./jest.config.mjs'),
    '--passWithNoTests',
    ...(results ? ['--json', '--outputFile', results] : []),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
process.exit(result.status ?? 1);
