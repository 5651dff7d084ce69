// Which files a part of a build is made of, as an address needs them before the scripts ask.

const groupsOf = (compilation, isOrigin) => compilation.chunkGroups.filter((group) => group.origins.some(isOrigin));
const isAskedFor = (wanted) => (origin) => wanted(origin.request ?? '');

/** The scripts and style sheets of chunk groups with such an origin, or null where there is none. */
export function filesOfGroups(compilation, isOrigin) {
  const groups = groupsOf(compilation, isOrigin);
  return groups.length === 0 ? null : unique(groups.flatMap((group) => scripts(group.getFiles())));
}

/** The files of what `import(request)` fetches. */
export const filesOf = (compilation, wanted) => filesOfGroups(compilation, isAskedFor(wanted));

/** The facades that the modules of `import(request)` ask for at once. */
export function facadesOf(compilation, wanted) {
  const chunks = groupsOf(compilation, isAskedFor(wanted)).flatMap((group) => group.chunks);
  const modules = chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModules(chunk)]);
  return unique(modules.flatMap(parts).flatMap(({ dependencies = [] }) => dependencies.flatMap(facadeOf))).sort();
}

/** Modules that were merged are asked one by one. */
const parts = (module) => module.modules ?? [module];
const facadeOf = ({ request = '' }) => (request.startsWith('@linkway/kit/') ? [request] : []);
const unique = (values) => [...new Set(values)];
const scripts = (files) => files.filter((file) => /\.(js|css)$/.test(file));
