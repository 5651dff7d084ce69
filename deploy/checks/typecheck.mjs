// Checks the types of all projects, or of those that are named (`node deploy/checks/typecheck.mjs services/links contracts`): those with the
// same options in one run of the compiler, as each project's own would read most of the others' types again.
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** @returns {{ options: object, include: string[] }[]} absolute paths */
export function groups(folder, wanted = []) {
  const configs = '{contracts,services/*,frontends/*,deploy/*}/tsconfig.json';
  const projects = globSync(configs, { cwd: folder }).map(dirname).sort();
  const missing = wanted.filter((project) => !projects.includes(project));
  if (missing.length > 0) throw new Error(`there is no tsconfig.json in ${missing.join()}`);
  const found = new Map();
  for (const project of wanted.length > 0 ? wanted : projects) {
    const file = join(project, 'tsconfig.json');
    const { extends: base, compilerOptions = {}, include, ...others } = readJson(join(folder, file));
    const unknown = Object.keys(others);
    if (!base || !include || unknown.length > 0) throw new Error(`${file} is of another form: ${unknown.join()}`);
    const options = { extends: join(folder, project, base), compilerOptions };
    const key = JSON.stringify(options);
    const group = found.get(key) ?? { ...options, include: [] };
    group.include.push(...include.map((pattern) => join(folder, project, pattern)));
    found.set(key, group);
  }
  return [...found.values()];
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

async function check(group, number) {
  // Within the workspace, as the compiler looks for types from where the file lies.
  const file = join(root, 'test-results', `tsconfig.${number}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(group, null, 2));
  const tsc = spawn('tsc', ['-p', file], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    tsc.once('error', reject);
    tsc.once('exit', (code) => resolve(code === 0));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  const results = [];
  for (const [number, group] of groups(root, wanted).entries()) results.push(await check(group, number));
  process.exit(results.every(Boolean) ? 0 : 1);
}
