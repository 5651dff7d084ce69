// Builds what changed since the last build. Whether anything did is seen from names, sizes and times of the sources
// alone, in some ten milliseconds; nx is started only when something did, and knows the rest.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';

const notes = join(root, 'node_modules', '.linkway', 'built.json');
const parents = ['services', 'frontends'];
const globalInputs = ['.swcrc', 'tsconfig.base.json', 'package-lock.json'];
const skipped = new Set(['dist', 'node_modules', 'test', 'test-results', 'coverage', 'README.md']);

/** The projects that have a build: [{ name, folder, fingerprint }]. */
export function projects(base = root) {
  const folders = [
    'contracts',
    ...parents.flatMap((parent) =>
      existsSync(join(base, parent)) ? readdirSync(join(base, parent)).map((name) => join(parent, name)) : [],
    ),
  ];
  const shared = globalInputs.map((file) => describeFile(join(base, file))).join('\n');
  const found = folders
    .filter((folder) => existsSync(join(base, folder, 'package.json')))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(base, folder, 'package.json'), 'utf8'));
      return { name: manifest.name, folder, manifest, own: listFiles(join(base, folder)).join('\n') };
    });
  // A bundle holds the libraries that it imports; a service loads them from their own dist.
  const bundled = found.filter(({ manifest }) => !manifest.scripts?.build || manifest.name === '@linkway/contracts');
  const libraries = bundled.map(({ own }) => own).join('\n');
  return found
    .filter(({ manifest }) => manifest.scripts?.build)
    .map(({ name, folder, own }) => {
      const parts = [shared, own, folder.startsWith('frontends') ? libraries : ''];
      return { name, folder, fingerprint: createHash('sha256').update(parts.join('\0')).digest('hex') };
    });
}

/** Those whose sources differ from what their last build saw, or whose output is gone. */
export function outdated(base = root, notesFile = notes) {
  const built = readNotes(notesFile);
  return projects(base).filter(
    ({ name, folder, fingerprint }) => built[name] !== fingerprint || !existsSync(join(base, folder, 'dist')),
  );
}

export function noteBuilt(done, notesFile = notes) {
  const built = readNotes(notesFile);
  for (const { name, fingerprint } of done) built[name] = fingerprint;
  mkdirSync(dirname(notesFile), { recursive: true });
  writeFileSync(notesFile, JSON.stringify(built, null, 2));
}

/** Builds when needed. `say` is told what. */
export async function ensureBuilt(say) {
  const stale = outdated();
  if (stale.length === 0) return;
  say(`building ${stale.map(({ name }) => name.replace('@linkway/', '')).join(', ')}`);
  const started = Date.now();
  await runNx(
    stale.map(({ name }) => name),
    say,
  );
  noteBuilt(stale);
  say(`  built in ${Math.round((Date.now() - started) / 1000)} s`);
}

async function runNx(names, say) {
  const args = [
    join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js'),
    'run-many',
    '-t',
    'build',
    '-p',
    names.join(','),
  ];
  const output = [];
  const code = await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args, '--outputStyle=static'], {
      cwd: root,
      env: {
        ...process.env,
        NX_DAEMON: 'false',
        NX_TUI: 'false',
        FORCE_COLOR: '0',
        NX_TASKS_RUNNER_DYNAMIC_OUTPUT: 'false',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const read = (chunk) => {
      output.push(chunk.toString());
      for (const match of chunk.toString().matchAll(/> nx run (@linkway\/[\w-]+):build/g)) say(`  ${match[1]}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) {
    process.stderr.write(`${output.join('')}\n`);
    throw new Error('the build failed; its output is above');
  }
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name) && !/\.spec\.tsx?$/.test(entry.name))
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [describeFile(path)];
    });
}

function describeFile(path) {
  if (!existsSync(path)) return `${path} -`;
  const { size, mtimeMs } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
}

function readNotes(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
