// The one share list of the web app. A remote may import react and these facades, nothing else that holds state or weight:
// the shell brings each of them once, a remote brings none (import: false).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (url) => JSON.parse(readFileSync(new URL(url, import.meta.url), 'utf8'));
const kit = read('../package.json');

/** In the landing page's one script. */
const eagerFacades = ['base', 'theme', 'i18n', 'api', 'session', 'router'];
/** Loaded when a page first needs them. */
const lazyFacades = [
  'query',
  'qr',
  ...['', '/icons', '/table', '/input', '/form', '/dialog', '/data', '/date', '/charts'].map((part) => `ui${part}`),
];

export const facades = [...eagerFacades, ...lazyFacades].map((name) => `@linkway/kit/${name}`);

/** The source file of a facade, as the kit's package.json exports it. */
export const facadeFile = (facade) =>
  fileURLToPath(new URL(`..${kit.exports[facade.replace('@linkway/kit', '.')].slice(1)}`, import.meta.url));

/**
 * The `shared` option of one build. The shell provides everything; a remote takes everything from the shell.
 * @param {'shell' | 'remote'} role
 */
export function shared(role) {
  const entry = (version, eager) => ({
    singleton: true,
    requiredVersion: false,
    ...(role === 'shell' ? { version, eager } : { import: false }),
  });
  const react = kit.dependencies.react;
  return {
    react: entry(react, true),
    'react/jsx-runtime': entry(react, true),
    ...Object.fromEntries(eagerFacades.map((name) => [`@linkway/kit/${name}`, entry(kit.version, true)])),
    ...Object.fromEntries(lazyFacades.map((name) => [`@linkway/kit/${name}`, entry(kit.version, false)])),
  };
}
