// Gets from a fresh clone, on any Node since 18, to a program of this folder on the newest Node 24 (the locked one, or the system's).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, isLinkedNode, NODE_MAJOR, root } from './install.mjs';

const say = (line) => process.stdout.write(`${line}\n`);

/** Installs and builds what is missing, then runs `program`; an error becomes one line and exit code 1. */
export async function launch(program) {
  try {
    const version = await ensureInstalled(say);
    if (process.versions.node !== version && !isLinkedNode(process.execPath)) {
      runAgainOnLinkedNode(version);
      return;
    }
    await ensureBuilt(say);
    await program(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`Linkway cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

function runAgainOnLinkedNode(version) {
  const node = join(root, 'node_modules', '.bin', 'node');
  if (version === null) {
    throw new Error(
      `Node ${NODE_MAJOR} is needed, and no package has it for ${process.platform}-${process.arch}: install it`,
    );
  }
  // The channel tells the product that this process is gone, even after kill -9.
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(signal ? 1 : code));
}
