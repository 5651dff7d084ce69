import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildArtifacts } from './artifacts.js';

const generated = fileURLToPath(new URL('../generated', import.meta.url));
for (const [path, text] of await buildArtifacts()) {
  const file = join(generated, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
