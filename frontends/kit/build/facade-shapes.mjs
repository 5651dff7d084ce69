// What a facade's names are, beside what they are called. The shell's build writes the types of its facades; a remote's build, given
// those of a released shell, has TypeScript compare each name that it uses with what its own source takes it for.
// Run after the shell's build: node facade-shapes.mjs DIST
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { facadeFile } from './share.mjs';

const kit = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Beside facades.json. */
export const FOLDER = 'facades';

function runTsc(args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [tsc, ...args], { cwd, encoding: 'utf8' });
  if (error) throw error;
  return { status, text: `${stdout}${stderr}` };
}

/** Writes the declarations of the kit's sources. */
export function writeShapes(dist, source = kit) {
  const out = resolve(dist, FOLDER);
  rmSync(out, { recursive: true, force: true });
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', source, '--outDir', out];
  const { status, text } = runTsc(['-p', join(source, 'tsconfig.json'), ...options], source);
  if (status !== 0) throw new Error(`the types of the facades were not written:\n${text}`);
  for (const folder of ['testing', 'test']) rmSync(join(out, folder), { recursive: true, force: true });
  for (const name of readdirSync(join(out, 'src'), { recursive: true })) {
    if (name.endsWith('.spec.d.ts')) rmSync(join(out, 'src', name));
  }
  // Keys of texts are types as well.
  const texts = join(source, 'src/locales');
  for (const name of readdirSync(texts, { recursive: true }).filter((each) => each.endsWith('en.json'))) {
    mkdirSync(dirname(join(out, 'src/locales', name)), { recursive: true });
    copyFileSync(join(texts, name), join(out, 'src/locales', name));
  }
}

const HEAD = `type Keys<T> = T extends unknown ? keyof T : never;
type Given<T, At extends number> = T extends (...given: infer All) => unknown ? (At extends keyof All ? All[At] : never) : never;
type Lost<Need, Gives, At extends number> = Exclude<Keys<NonNullable<Given<Need, At>>>, Keys<NonNullable<Given<Gives, At>>>>;
/** What a remote may give to a component or function that the shell's would not take. */
type NotTaken<Need, Gives> = Lost<Need, Gives, 0> | Lost<Need, Gives, 1>;
`;

/** Two lines for each name: it can stand in for the one that is needed, and takes all that may be given to that one. */
function checkOf(names, providedFile) {
  const lines = [];
  const places = [];
  for (const [at, [facade, used]] of names.entries()) {
    lines.push(
      `import type * as Need${at} from '${facade}';`,
      `import type * as Shell${at} from '${providedFile(facade)}';`,
    );
    for (const name of used) {
      const [need, shell] = [`typeof Need${at}.${name}`, `typeof Shell${at}.${name}`];
      const declared = `${at}_${name}`;
      for (const line of [
        `declare const gives_${declared}: ${shell}; export const needs_${declared}: ${need} = gives_${declared};`,
        `declare const lost_${declared}: NotTaken<${need}, ${shell}>; export const none_${declared}: never = lost_${declared};`,
      ]) {
        lines.push(line);
        places[lines.length] = { facade, name };
      }
    }
  }
  return { source: `${lines.join('\n')}\n${HEAD}`, places };
}

/**
 * What a remote uses and the shell has in another form, as sentences.
 * @param {Record<string, string[]>} needed names by facade
 * @param {string} shapes the folder that `writeShapes` wrote into
 * @param {string} dir of the remote, from where packages are found
 */
export function shapeProblems(needed, shapes, dir) {
  const place = mkdtempSync(join(dir, '.facades-'));
  try {
    cpSync(join(shapes, FOLDER), join(place, 'shell'), { recursive: true });
    const providedFile = (facade) => `./shell/${relative(kit, facadeFile(facade)).replace(/\.tsx?$/, '')}`;
    const names = Object.entries(needed).filter(([, used]) => used.length > 0);
    const { source, places } = checkOf(names, providedFile);
    writeFileSync(join(place, 'check.ts'), source);
    const config = {
      extends: relative(place, join(kit, '../tsconfig.base.json')),
      files: ['check.ts', relative(place, join(kit, 'src/globals.d.ts'))],
    };
    const compilerOptions = { noEmit: true, skipLibCheck: true, resolveJsonModule: true, noUnusedLocals: false };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ ...config, compilerOptions }));
    const { status, text } = runTsc(['-p', join(place, 'tsconfig.json'), '--pretty', 'false'], place);
    const found = sentences(text, places);
    // What is wrong elsewhere keeps TypeScript from comparing at all.
    return status === 0 || found.length > 0 ? found : [`the facades cannot be compared: ${text.slice(0, 500)}`];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Of what TypeScript says, what it says of the check itself: one sentence for each name. */
function sentences(text, places) {
  const found = new Map();
  for (const [, line, message] of text.matchAll(/^check\.ts\((\d+),\d+\): error TS\d+: (.*)$/gm)) {
    const { facade, name } = places[Number(line)] ?? {};
    if (!name) continue;
    const subject = `${facade} of the shell has another "${name}"`;
    if (!found.has(subject)) found.set(subject, `${subject}: ${message}`);
  }
  return [...found.values()];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeShapes(process.argv[2] ?? 'dist');
