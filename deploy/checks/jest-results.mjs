// A jest reporter: leaves the counts of an `npm test` or `npm run test:...` in test-results/, for deploy/checks/test.mjs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countsOfJest, failuresOfJest } from './results.mjs';

export default class JestResults {
  #file;

  constructor({ rootDir }) {
    const script = process.env.npm_lifecycle_event ?? '';
    this.#file = script.startsWith('test') ? join(rootDir, 'test-results', `${script.replace(':', '-')}.json`) : null;
  }

  onRunComplete(_contexts, results) {
    if (!this.#file) return;
    mkdirSync(join(this.#file, '..'), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ ...countsOfJest(results), failures: failuresOfJest(results) }, null, 2));
  }
}
