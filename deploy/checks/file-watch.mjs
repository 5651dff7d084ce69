// Tells a test file that hangs, natively too (jest's own limits are timers of the process that hangs), and a jest that has run
// them all and does not end, as something is left open.

/** Longer than the slowest file takes on a machine that is twice as slow as CI's. */
export const FILE_LIMIT_MS = 300_000;

export const THE_END = 'the end, after all files';

/** What jest-results.mjs tells of each file and of the end, and which of them has run too long. */
export class FileWatch {
  #running = new Map();
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #failures = [];

  /**
   * `started` and `ended` are paths; `complete` comes after all files.
   * @param {{ started?: string, ended?: string, counts?: Record<string, number>, failures?: object[], complete?: boolean }} told
   */
  take({ started, ended, counts, failures, complete }, now = Date.now()) {
    if (complete) started = THE_END;
    if (started) this.#running.set(started, now);
    if (!ended) return;
    this.#running.delete(ended);
    for (const name of Object.keys(this.#counts)) this.#counts[name] += counts[name];
    this.#failures.push(...failures);
  }

  /** @returns {string[]} files that have run for longer than the limit */
  hung(now = Date.now(), limitMs = FILE_LIMIT_MS) {
    return [...this.#running].filter(([, since]) => now - since > limitMs).map(([file]) => file);
  }

  /** What jest-results.mjs would have written, had jest come to its end; a file that hung is a failure. */
  resultOf(hung, limitMs = FILE_LIMIT_MS) {
    const message = `not within ${limitMs / 1_000} s`;
    return {
      ...this.#counts,
      failed: this.#counts.failed + hung.length,
      failures: [...this.#failures, ...hung.map((file) => ({ file, name: 'did not end', message }))],
    };
  }
}
