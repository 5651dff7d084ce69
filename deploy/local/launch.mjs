// Gets from a fresh clone, on any Node since 18, to a program of this folder on the locked Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

const say = (line) => process.stdout.write(`${line}\n`);
const NEEDED = 24;

/** Installs and builds what is missing, then runs `program`; an error becomes one line and exit code 1. */
export async function launch(program) {
  try {
    await ensureInstalled(say);
    if (Number.parseInt(process.versions.node, 10) < NEEDED) {
      runAgainOnLockedNode();
      return;
    }
    await ensureBuilt(say);
    await program(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`Linkway cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

function runAgainOnLockedNode() {
  const node = join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(node)) {
    throw new Error(
      `Node ${NEEDED} is needed, and no package has it for ${process.platform}-${process.arch}: install it`,
    );
  }
  // The channel tells the product that this process is gone, even after kill -9.
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(signal ? 1 : code));
}
