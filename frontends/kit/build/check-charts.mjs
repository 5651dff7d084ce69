// The budget of the charts: all that is fetched when the first one shows, at most 240 kB gzip. Run after the shell's build: node check-charts.mjs DIST
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET = 240_000;
/** Texts that only the facade and the run-time of the charts have. */
const MARKS = ['coordinate.theta', 'Unknown Component: '];

export function chartScripts(dist) {
  const assets = join(dist, 'assets');
  return readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, content: readFileSync(join(assets, name)) }))
    .filter(({ content }) => MARKS.some((mark) => content.includes(mark)))
    .map(({ name, content }) => ({ name, bytes: gzipSync(content, { level: 9 }).length }));
}

export function chartProblems(scripts) {
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  if (bytes === 0) return ['no script of the charts was found: what marks them in check-charts.mjs has changed'];
  return bytes <= BUDGET ? [] : [`the charts' JavaScript is ${bytes} bytes gzip, more than ${BUDGET}`];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const scripts = chartScripts(process.argv[2] ?? 'dist');
  const problems = chartProblems(scripts);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`charts: ${scripts.map(({ name, bytes }) => `${name} ${bytes} bytes gzip`).join(', ')}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
}
