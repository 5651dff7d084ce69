// `npm start`: installs and builds what is missing, then runs Linkway on this machine. Runs on Node 18 and later with
// nothing installed; everything after the installation runs on the locked Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

const say = (line) => process.stdout.write(`${line}\n`);
const major = Number.parseInt(process.versions.node, 10);

try {
  await ensureInstalled(say);
  if (major >= 24) {
    await ensureBuilt(say);
    const { runSingleNode } = await import('./single-node.ts');
    await runSingleNode(process.argv.slice(2));
  } else {
    runAgainOnLockedNode();
  }
} catch (error) {
  process.stderr.write(`Linkway cannot start: ${error.message}\n`);
  process.exit(1);
}

function runAgainOnLockedNode() {
  const node = join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(node)) {
    throw new Error(
      `Node 24 is needed and no package brings it to ${process.platform}-${process.arch}: install Node 24`,
    );
  }
  // The channel tells the product that this process is gone, even after kill -9.
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(signal ? 1 : code));
}
