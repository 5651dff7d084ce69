// bundle-report.json of a build: what each page and entry is made of, in bytes raw and as they are sent. budgets.mjs reads it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesOfGroups } from './files.mjs';

/** Files of the build by the page, facade or entry that asks for them; each is named by what its import says. */
function partsOf(compilation) {
  const parts = new Map();
  for (const [name] of compilation.entrypoints) parts.set(name, namedFiles(compilation, name));
  for (const group of compilation.chunkGroups) {
    for (const { module, request } of group.origins) {
      const shared = /^provide module \(default\) (@linkway\/kit\/[\w/]+)@/.exec(module?.identifier() ?? '')?.[1];
      const page = /^\.\/(?:[\w-]+\/)*([\w-]+)$/.exec(request ?? '')?.[1];
      const name = shared ?? page;
      if (!name || parts.has(name)) continue;
      const isSame = (origin) =>
        shared
          ? (origin.module?.identifier() ?? '').startsWith(`provide module (default) ${shared}@`)
          : origin.request === request;
      parts.set(name, filesOfGroups(compilation, isSame));
    }
  }
  return parts;
}

const namedFiles = (compilation, name) =>
  compilation.entrypoints
    .get(name)
    .getFiles()
    .filter((file) => /\.(js|css)$/.test(file));

/** @returns {{ raw: number, gzip: number, brotli: number }} */
export const sizesOf = (bytes) => ({
  raw: bytes.length,
  gzip: gzipSync(bytes, { level: 9 }).length,
  brotli: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length,
});

const sum = (sizes) =>
  sizes.reduce((a, b) => ({ raw: a.raw + b.raw, gzip: a.gzip + b.gzip, brotli: a.brotli + b.brotli }), {
    raw: 0,
    gzip: 0,
    brotli: 0,
  });

export class BundleReport {
  apply(compiler) {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compiler.hooks.thisCompilation.tap('BundleReport', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'BundleReport', stage }, () => {
        if (compiler.options.mode !== 'production') return;
        const sizes = new Map();
        const sized = (file) => {
          if (!sizes.has(file)) sizes.set(file, sizesOf(compilation.getAsset(file).source.buffer()));
          return { file, ...sizes.get(file) };
        };
        const report = Object.fromEntries(
          [...partsOf(compilation)]
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([name, files]) => {
              const own = files.map(sized);
              return [name, { ...sum(own), files: own }];
            }),
        );
        const { RawSource } = compiler.webpack.sources;
        compilation.emitAsset('bundle-report.json', new RawSource(`${JSON.stringify(report, null, 2)}\n`));
      });
    });
  }
}

export const readReport = (dist) => JSON.parse(readFileSync(join(dist, 'bundle-report.json'), 'utf8'));
