// The landing page's budget: one script, at most 150 kB gzip. Run after the shell's build: node check-landing.mjs DIST
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET = 150_000;

export function landingScripts(dist) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, src]) => ({
    src,
    bytes: gzipSync(readFileSync(join(dist, src)), { level: 9 }).length,
  }));
}

export function landingProblems(scripts) {
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  return [
    ...(scripts.length === 1 ? [] : [`the landing page asks for ${scripts.length} scripts instead of 1`]),
    ...(bytes <= BUDGET ? [] : [`the landing page's JavaScript is ${bytes} bytes gzip, more than ${BUDGET}`]),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const scripts = landingScripts(process.argv[2] ?? 'dist');
  const problems = landingProblems(scripts);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`landing page: ${scripts.map(({ src, bytes }) => `${src} ${bytes} bytes gzip`).join(', ')}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
}
