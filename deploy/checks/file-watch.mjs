// Tells a test file of which no test ends any more, natively too (jest's own limits are timers of the process that hangs), and a jest that has run
// them all and does not end, as something is left open.

/** Longer than the slowest test takes on a machine that is twice as slow as CI's. */
const FILE_LIMIT_MS = 300_000;
const END_LIMIT_MS = 60_000;

export const THE_END = 'the end, after all files';
const LIMITS = { file: FILE_LIMIT_MS, end: END_LIMIT_MS };

/** What jest-results.mjs tells of each file and of the end, and which of them hangs. */
export class FileWatch {
  #running = new Map();
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #failures = [];
  #limits;

  /** @param {{ file: number, end: number }} limits milliseconds */
  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  /**
   * `started`, `goesOn` (a test of it has ended) and `ended` are paths; `complete` comes after all files.
   * @param {{ started?: string, goesOn?: string, ended?: string, counts?: Record<string, number>, failures?: object[], complete?: boolean }} told
   */
  take({ started, goesOn, ended, counts, failures, complete }, now = Date.now()) {
    const path = complete ? THE_END : (started ?? goesOn);
    if (path) this.#running.set(path, now);
    if (!ended) return;
    this.#running.delete(ended);
    for (const name of Object.keys(this.#counts)) this.#counts[name] += counts[name];
    this.#failures.push(...failures);
  }

  /** @returns {string[]} of what nothing was heard for longer than it may take */
  hung(now = Date.now()) {
    return [...this.#running].filter(([file, since]) => now - since > this.#limitOf(file)).map(([file]) => file);
  }

  /** What jest-results.mjs would have written, had jest come to its end (`complete`); a file that hung is a failure. */
  resultOf(hung) {
    const failure = (file) => ({
      file,
      name: 'did not end',
      message: `nothing within ${this.#limitOf(file) / 1_000} s`,
    });
    return {
      ...this.#counts,
      failed: this.#counts.failed + hung.length,
      failures: [...this.#failures, ...hung.map(failure)],
      complete: false,
    };
  }

  #limitOf(file) {
    return file === THE_END ? this.#limits.end : this.#limits.file;
  }
}
