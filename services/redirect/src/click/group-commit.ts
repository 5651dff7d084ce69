import { fdatasync } from 'node:fs';
import type { Segment } from './segment.js';

/** Answers after an fdatasync that began after the write; while one runs, the next group gathers. */
export class GroupCommit {
  private readonly segments = new Set<Segment>();
  private waiting: (() => void)[] = [];
  private running = false;

  after(segment: Segment, answer: () => void, onFailure: (error: Error) => void): void {
    this.segments.add(segment);
    this.waiting.push(answer);
    if (!this.running) this.run(onFailure);
  }

  private run(onFailure: (error: Error) => void): void {
    this.running = true;
    const group = this.waiting;
    this.waiting = [];
    const segments = [...this.segments];
    this.segments.clear();
    let open = segments.length;
    const done = (error: NodeJS.ErrnoException | null) => {
      // EBADF: shipped, acknowledged and deleted meanwhile, so nothing is left that could be lost.
      if (error && error.code !== 'EBADF') onFailure(error);
      open -= 1;
      if (open > 0) return;
      this.running = false;
      for (const answer of group) answer();
      if (this.waiting.length > 0 && !this.running) this.run(onFailure);
    };
    for (const segment of segments) fdatasync(segment.fd, done);
  }
}
