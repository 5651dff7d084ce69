// A jest reporter: leaves the counts of an `npm test` or `npm run test:...` in test-results/, for deploy/checks/test.mjs, and tells
// jest.mjs, which started it, what runs.
import { countsOfJest, failuresOfJest, leaveJestResult } from './results.mjs';

export default class JestResults {
  #project;

  constructor({ rootDir }) {
    this.#project = rootDir;
  }

  onTestFileStart({ path }) {
    process.send?.({ started: path });
  }

  onTestCaseResult({ path }) {
    process.send?.({ goesOn: path });
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
    leaveJestResult(this.#project, { ...countsOfJest(results), failures: failuresOfJest(results), complete: true });
  }
}
