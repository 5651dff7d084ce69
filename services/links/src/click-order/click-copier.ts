import { changedTotalsRpc, totalsChanged } from '@linkway/contracts';
import { AppLogger, type Hearing, type Periodic, periodic, RpcClient, rarely, Signals } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ClickCopyRepository } from './click-copy.repository.js';

/** Where nobody says that there are clicks: a hint may be lost, and days of clicks leave without one. */
const LOOK_EVERY_MS = 5 * 60_000;
/** After a hint, so that what comes together is asked for together. */
const AFTER_HINT_MS = 2_000;
const AGAIN_MS = 5_000;
/** Another process copies: this one looks once it must have ended, or gone on. */
const HELD_MS = 30_000;
const TELL_EVERY_MS = 60_000;

/**
 * Keeps the copy of clicks up behind analytics, which tells what has changed to whoever asks; a hint of it says when to ask. One process at a time
 * does so, and where it ends another goes on from what was kept.
 */
@Injectable()
export class ClickCopier implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly holder = uuidv7();
  private readonly seldom = rarely(TELL_EVERY_MS);
  private rounds: Periodic | null = null;
  private hearing: Hearing | null = null;
  private isHinted = false;
  private stopped = false;

  constructor(
    private readonly copies: ClickCopyRepository,
    private readonly rpc: RpcClient,
    private readonly signals: Signals,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const rounds = periodic(LOOK_EVERY_MS, () => this.round(), { name: 'copying clicks', logger: this.logger });
    this.rounds = rounds;
    const hint = () => {
      this.isHinted = true;
      rounds.within(AFTER_HINT_MS);
    };
    this.hearing = this.signals.hear(totalsChanged, 'all', hint);
    this.signals.onGap(hint);
    void rounds.now();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    this.hearing?.stop();
    await this.rounds?.stop();
    await this.copies.letGo(this.holder).catch(() => undefined);
  }

  /** In how many milliseconds it wants to be next. */
  async round(): Promise<number | undefined> {
    const isHinted = this.isHinted;
    this.isHinted = false;
    try {
      if (await this.copy()) return undefined;
      this.isHinted ||= isHinted;
      return this.isHinted ? HELD_MS : undefined;
    } catch (error) {
      if (!this.stopped)
        this.seldom((more) => this.logger.warn('copying clicks failed, trying again', { error, more }));
      return AGAIN_MS;
    }
  }

  /** All that has changed; false: another process does it. */
  private async copy(): Promise<boolean> {
    let copied = await this.copies.hold(this.holder);
    while (copied && !this.stopped) {
      const { data, next, has_more, as_of } = await this.rpc.call(changedTotalsRpc, { since: copied.told });
      copied = await this.copies.keep(this.holder, copied, { totals: data, next, as_of: has_more ? null : as_of });
      if (!has_more) break;
    }
    return copied !== null;
  }
}
