// A remote runs on the facades of whatever shell is deployed. These plugins make that a build-time check: the shell's build
// writes the names it provides, a remote's build compares the names it uses with them and fails when one is missing.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';
import { FOLDER, shapeProblems } from './facade-shapes.mjs';
import { facadeFile, facades } from './share.mjs';

/** The value names that a facade's index exports. A facade lists its names: `export *` would hide what the shell must carry. */
export function facadeNames(facade) {
  const file = facadeFile(facade);
  const { body } = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') });
  const names = [];
  for (const item of body) {
    if (item.type === 'ExportAllDeclaration') throw new Error(`${facade}: list the names instead of "export *"`);
    if (item.type === 'ExportNamedDeclaration' && !item.typeOnly) {
      for (const specifier of item.specifiers) {
        if (!specifier.isTypeOnly) names.push((specifier.exported ?? specifier.orig).value);
      }
    }
    if (item.type === 'ExportDeclaration') {
      const { declaration } = item;
      if (declaration.type === 'VariableDeclaration') names.push(...declaration.declarations.map(({ id }) => id.value));
      else if (declaration.identifier) names.push(declaration.identifier.value);
    }
  }
  return names.sort();
}

export const providedNames = () => Object.fromEntries(facades.map((facade) => [facade, facadeNames(facade)]));

/** What a remote needs and the shell lacks, as sentences. */
export function missingNames(needed, provided) {
  return Object.entries(needed).flatMap(([facade, names]) => {
    if (!provided[facade]) return [`${facade} is not in the share list (frontends/kit/build/share.mjs)`];
    return names
      .filter((name) => !provided[facade].includes(name))
      .map((name) => `${facade} of the shell does not provide "${name}"`);
  });
}

const emitJson = (compilation, name, value) => {
  const { RawSource } = compilation.compiler.webpack.sources;
  compilation.emitAsset(name, new RawSource(`${JSON.stringify(value, null, 2)}\n`));
};

/** In the shell: writes facades.json, and fails when a facade of the share list is not in the shell's graph. */
export class ProvideFacades {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ProvideFacades', (compilation) => {
      // Before optimisation: afterwards modules are merged and no longer known by their files.
      compilation.hooks.finishModules.tap('ProvideFacades', (modules) => {
        const files = new Set([...modules].map((module) => module.resource));
        for (const facade of facades) {
          if (!files.has(facadeFile(facade))) {
            compilation.errors.push(new Error(`${facade} is in the share list, but nothing in the shell imports it`));
          }
        }
      });
      compilation.hooks.processAssets.tap('ProvideFacades', () => {
        emitJson(compilation, 'facades.json', providedNames());
      });
    });
  }
}

/** In a remote: writes needs.json, and fails when the shell (the source here, or a released facades.json) lacks a name, or has another under it. */
export class NeedFacades {
  constructor({ released } = {}) {
    this.released = released;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('NeedFacades', (compilation) => {
      let needed = {};
      compilation.hooks.finishModules.tap('NeedFacades', (modules) => {
        needed = collectNeeds(modules);
      });
      compilation.hooks.processAssets.tap('NeedFacades', () => {
        const provided = this.released ? JSON.parse(readFileSync(this.released, 'utf8')) : providedNames();
        const missing = missingNames(needed, provided);
        const others = this.released && missing.length === 0 ? shapesOf(needed, this.released, compiler.context) : [];
        for (const sentence of [...missing, ...others]) compilation.errors.push(new Error(sentence));
        emitJson(compilation, 'needs.json', needed);
      });
    });
  }
}

/** A shell of the source here has the same shapes; a release that was built before they were written has its names alone. */
function shapesOf(needed, released, dir) {
  const shapes = dirname(released);
  return existsSync(join(shapes, FOLDER)) ? shapeProblems(needed, shapes, dir) : [];
}

function collectNeeds(modules) {
  const needs = new Map();
  for (const module of modules) {
    for (const dependency of module.dependencies ?? []) {
      const request = dependency.request ?? '';
      if (!request.startsWith('@linkway/kit/')) continue;
      if (!needs.has(request)) needs.set(request, new Set());
      const name = dependency.ids?.[0];
      if (name) needs.get(request).add(name);
    }
  }
  return Object.fromEntries([...needs].sort().map(([facade, names]) => [facade, [...names].sort()]));
}
