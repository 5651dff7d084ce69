import type { Disk } from './disk.js';
import type { Segment } from './segment.js';

/** Answers after an fdatasync that began after the write; while one runs, the next group gathers. */
export class GroupCommit {
  private readonly segments = new Set<Segment>();
  private waiting: (() => void)[] = [];
  private running = false;

  constructor(
    private readonly disk: Pick<Disk, 'fdatasync'>,
    private readonly onFailure: (error: Error) => void,
  ) {}

  after(segment: Segment, answer: () => void): void {
    this.segments.add(segment);
    this.waiting.push(answer);
    if (!this.running) this.run();
  }

  private run(): void {
    this.running = true;
    const group = this.waiting;
    this.waiting = [];
    const segments = [...this.segments];
    this.segments.clear();
    let open = segments.length;
    const done = (error: NodeJS.ErrnoException | null) => {
      // EBADF: shipped, acknowledged and deleted meanwhile, so nothing is left that could be lost.
      if (error && error.code !== 'EBADF') this.onFailure(error);
      open -= 1;
      if (open > 0) return;
      this.running = false;
      for (const answer of group) answer();
      if (this.waiting.length > 0 && !this.running) this.run();
    };
    for (const segment of segments) this.disk.fdatasync(segment.fd, done);
  }
}
