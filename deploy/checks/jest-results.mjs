// A jest reporter: leaves the counts of an `npm test` or `npm run test:...` in test-results/, for deploy/checks/test.mjs, and tells
// jest.mjs, which started it, what runs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { countsOfJest, failuresOfJest, jestResultFile } from './results.mjs';

export default class JestResults {
  #file;

  constructor({ rootDir }) {
    this.#file = jestResultFile(rootDir);
  }

  onTestFileStart({ path }) {
    process.send?.({ started: path });
  }

  onTestFileResult({ path }, result) {
    const { numPassingTests, numFailingTests, numPendingTests, numTodoTests } = result;
    const all = {
      numPassedTests: numPassingTests,
      numFailedTests: numFailingTests,
      numPendingTests,
      numTodoTests,
      testResults: [result],
    };
    process.send?.({ ended: path, counts: countsOfJest(all), failures: failuresOfJest(all) });
  }

  onRunComplete(_contexts, results) {
    process.send?.({ complete: true });
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ ...countsOfJest(results), failures: failuresOfJest(results) }, null, 2));
  }
}
