// `npm ci` refuses a lock file that does not name every optional platform package, and npm leaves out those that the
// registry it asked did not have. This check names them; with --fix it adds them, without a hash, for the platforms
// that will ask for them.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'ppc', 'riscv64', 's390x', 'x64', 'wasm32'];

/** What a platform package's name says of where it runs: `@swc/core-linux-x64-musl` is linux, x64, musl. */
export function platformOf(name) {
  const words = name.split(/[-/]/);
  const system = systems.find((candidate) => words.includes(candidate));
  const processor = processors.find((candidate) =>
    words.some((word) => word.replace(/^armv\d+$/, 'arm') === candidate),
  );
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : null;
  return {
    ...(system ? { os: [system] } : {}),
    ...(processor ? { cpu: [processor] } : {}),
    ...(system === 'linux' && libc ? { libc: [libc] } : {}),
  };
}

/** Optional packages that the lock file speaks of but does not hold: [{ path, name, version }]. */
export function missingEntries(lock) {
  const missing = new Map();
  for (const [holder, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isHeld(lock.packages, holder, name)) missing.set(`node_modules/${name}`, { name, version });
    }
  }
  return [...missing].map(([path, rest]) => ({ path, ...rest }));
}

// As Node looks it up: beside the holder, then in every folder above.
function isHeld(packages, holder, name) {
  for (let folder = holder; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function main() {
  const file = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock);
  if (missing.length === 0) return;
  if (!process.argv.includes('--fix')) {
    console.error(`package-lock.json lacks ${missing.length} optional packages: run node deploy/checks/lock.mjs --fix`);
    process.exit(1);
  }
  for (const { path, name, version } of missing) {
    lock.packages[path] = { version: version.replace(/^[\^~]/, ''), optional: true, ...platformOf(name) };
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`added ${missing.length} optional packages to package-lock.json`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
