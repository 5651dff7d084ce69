// Runs jest for the web project in the current folder: the workspace's set-up with a browser around it.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const result = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(dirname(require.resolve('jest/package.json')), 'bin/jest.js'),
    '--config',
    fileURLToPath(new URL('./jest.config.mjs', import.meta.url)),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
process.exit(result.status ?? 1);
