// Programs that the tests need beside the npm packages: a Chromium, a nats-server, and what runs the examples that the dashboard shows.
// Got from apt where that is allowed; else one line says what to install.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const extraFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/snap/bin'];
const needed = [
  // Debian has one without windows, Ubuntu does not.
  {
    title: 'Chromium',
    programs: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    packages: ['chromium-headless-shell', 'chromium'],
  },
  { title: 'nats-server', programs: ['nats-server'], packages: ['nats-server'] },
  { title: 'curl', programs: ['curl'], packages: ['curl'] },
  { title: 'Python 3', programs: ['python3'], packages: ['python3'] },
];

export function findProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...extraFolders];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

const missing = () => needed.filter(({ programs }) => !findProgram(programs));
if (missing().length > 0 && !installAll()) {
  asRoot(['apt-get', 'update']);
  installAll();
}
const still = missing();
for (const { title, packages } of still) {
  const name = packages.at(-1);
  process.stderr.write(
    `${title} is missing and could not be installed here. Debian or Ubuntu: apt-get install ${name}; macOS: brew install ${name}.\n`,
  );
}
process.exitCode = still.length > 0 ? 1 : 0;

/** Each from the first package that can be had. */
function installAll() {
  for (const { packages } of missing()) packages.some((name) => install(name));
  return missing().length === 0;
}

function install(name) {
  process.stdout.write(`apt-get install ${name}\n`);
  // Another one may be installing something on this machine.
  const patience = ['-o', 'DPkg::Lock::Timeout=180'];
  return asRoot(['apt-get', 'install', '-y', '--no-install-recommends', ...patience, name]);
}

/** With sudo only where that asks for no password. */
function asRoot(words) {
  const [command, ...args] = process.getuid?.() === 0 ? words : ['sudo', '-n', ...words];
  // A service that its package starts would take the port 4222 of others.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
