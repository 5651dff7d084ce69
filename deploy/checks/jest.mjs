// Runs jest for the project in the current folder, with the ESM loader that Nest 12 needs.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (file) => fileURLToPath(new URL(file, import.meta.url));
const result = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    path('../../node_modules/jest/bin/jest.js'),
    '--config',
    path('./jest.config.mjs'),
    '--passWithNoTests',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
process.exit(result.status ?? 1);
