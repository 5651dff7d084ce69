// Lists the licences of everything that ships (the locked packages that are not for development only) and fails
// on one that is not known to allow commercial use without conditions on our own code.
// A licence that the lock file does not name was read in the package and noted in licenses.json; a build of a package
// for another platform, of which the lock file says little, goes with that package.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import satisfies from 'spdx-satisfies';

const load = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** Packages that ship, with their licences; `refused` are those whose licence is unknown or not allowed. */
export function reviewLicenses(lock, { allowed, read }) {
  const builds = new Map(
    Object.values(lock.packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}).map((name) => [name, entry]),
    ),
  );
  const shipped = Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, entry]) => {
      const name = entry.name ?? path.split('node_modules/').at(-1);
      const known = entry.license || !entry.optional ? entry : (builds.get(name) ?? entry);
      return { name, version: entry.version, dev: entry.dev || known.dev, license: read[name] ?? known.license };
    })
    .filter(({ dev }) => !dev);
  return { shipped, refused: shipped.filter(({ license }) => !isAllowed(license, allowed)) };
}

function isAllowed(license, allowed) {
  if (!license) return false;
  try {
    return satisfies(license, allowed);
  } catch {
    return false; // not an SPDX expression: somebody has to read it
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { shipped, refused } = reviewLicenses(load('../../package-lock.json'), load('./licenses.json'));
  const byLicense = Map.groupBy(shipped, ({ license }) => license ?? 'unknown');
  for (const [license, packages] of [...byLicense].sort((a, b) => b[1].length - a[1].length)) {
    const names = packages.map(({ name }) => name);
    process.stdout.write(`${license}: ${packages.length > 12 ? `${packages.length} packages` : names.join(', ')}\n`);
  }
  for (const { name, version, license } of refused) {
    process.stderr.write(`not allowed: ${name}@${version}, ${license ?? 'no licence named'}\n`);
  }
  process.stdout.write(`${shipped.length} packages ship, ${refused.length} with a licence that is not allowed\n`);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
