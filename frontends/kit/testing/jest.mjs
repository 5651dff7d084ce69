// Runs jest for the web project in the current folder: as everywhere, with a browser around it.
import { fileURLToPath } from 'node:url';

process.argv.push('--config', fileURLToPath(new URL('./jest.config.mjs', import.meta.url)));
// oxlint-disable-next-line no-restricted-imports -- the set-up of tests is the workspace's; it is no part of what the kit ships
await import('@linkway/checks/jest.mjs');
