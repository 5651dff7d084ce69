import type { ClickPositionRepository, Position } from './click-position.repository.js';

/** While a portion is worked on; with the five seconds that a question may take it is less than a shard is held. */
const AGAIN_AFTER_MS = 5_000;

/** That this process reads a shard, and no other. */
export class ShardHold {
  private saidAt = 0;

  constructor(
    private readonly stream: string,
    private readonly holder: string,
    private readonly positions: Pick<ClickPositionRepository, 'hold'>,
  ) {}

  /** Null: another process has it, or nobody wants it. */
  take(): Promise<Position | null> {
    this.saidAt = performance.now();
    return this.positions.hold(this.stream, this.holder);
  }

  /** Between two parts of some work: says it again where it is time to. False: another process has it. */
  async keep(): Promise<boolean> {
    return performance.now() - this.saidAt < AGAIN_AFTER_MS || (await this.take()) !== null;
  }
}
