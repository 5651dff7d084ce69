// Pages that are drawn without the heavy libraries, by the part that each is fetched as: none of what such a part brings along
// may be one of those, and all of its scripts together stay small. A part is named where it is imported (webpackChunkName).
import { gzipSync } from 'node:zlib';

/** Bytes gzip of the scripts that a part needs beside the first one. */
const BUDGETS = { login: 6_000, register: 6_000 };
const HEAVY = /^@linkway\/kit\/(?:ui|query)(?:\/|$)|[\\/]node_modules[\\/](?:antd|@ant-design|@rc-component|zod)[\\/]/;

/** What is wrong with the parts, as sentences. A part: `{ name, bytes, requests }`, the names and files of all that it imports. */
export function lightPageProblems(parts) {
  return Object.entries(BUDGETS).flatMap(([name, budget]) => {
    const part = parts.find((one) => one.name === name);
    if (!part) return [`the part "${name}" is not in the build: its budget is checked by its name`];
    const heavy = part.requests.filter((request) => HEAVY.test(request));
    return [
      ...(heavy.length > 0 ? [`the page "${name}" is drawn without ${heavy.slice(0, 3).join(', ')}`] : []),
      ...(part.bytes > budget
        ? [`the page "${name}" brings ${part.bytes} bytes gzip of scripts, more than ${budget}`]
        : []),
    ];
  });
}

/** All that is there once a part's first module runs. What the part itself fetches later is not followed. */
function requestsOf(chunkGroup, { chunkGraph, moduleGraph }) {
  const found = new Set();
  const seen = new Set();
  const queue = chunkGroup.chunks.flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)]);
  for (const module of queue) {
    if (seen.has(module)) continue;
    seen.add(module);
    for (const one of [module, ...(module.modules ?? [])]) {
      if (one.resource) found.add(one.resource);
      for (const { request } of one.dependencies ?? []) if (request) found.add(request);
      for (const { module: next } of moduleGraph.getOutgoingConnections(one)) {
        // A shared module is a block of its own, which is there before whoever imports it.
        if (next?.type?.startsWith('consume-shared')) found.add(next.options?.shareKey ?? '');
      }
    }
  }
  return [...found];
}

function partOf(chunkGroup, compilation) {
  const files = new Set(chunkGroup.chunks.flatMap((chunk) => [...chunk.files]).filter((file) => file.endsWith('.js')));
  const sizes = [...files].map((file) => gzipSync(compilation.getAsset(file).source.buffer(), { level: 9 }).length);
  return {
    name: chunkGroup.name,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    requests: requestsOf(chunkGroup, compilation),
  };
}

/** In the shell: fails the build where such a page has become heavy. */
export class LightPages {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('LightPages', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'LightPages', stage }, () => {
        const parts = compilation.chunkGroups
          .filter(({ name }) => Object.hasOwn(BUDGETS, name ?? ''))
          .map((chunkGroup) => partOf(chunkGroup, compilation));
        for (const { name, bytes } of parts) process.stdout.write(`the page ${name}: ${bytes} bytes gzip\n`);
        for (const sentence of lightPageProblems(parts)) compilation.errors.push(new Error(sentence));
      });
    });
  }
}
