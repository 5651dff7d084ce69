import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type DatabaseConfig } from '../config/service-config.js';
import { AppLogger } from '../log/logger.js';
import { rarelyEach } from '../log/rarely.js';
import { Metrics } from '../metrics/metrics.js';
import { type Periodic, periodic } from '../periodic/periodic.js';
import { EventPositions } from '../position/event-positions.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { Belief } from './belief.js';
import { ComparisonStates, type Turn } from './comparison-states.js';
import { comparePage, differences, type Mend, type ReadModel } from './range-comparison.js';

const PAGE = 500;
/** Longer than a page ever takes. */
const LEASE_MS = 60_000;
/** What differs only because its event is on its way agrees after so long, and is not counted as a fault. */
const GRACE_MS = 2_000;
/** What another process was asked for and did not come to is found this soon. */
const LOOK_EVERY_MS = 15_000;
const AWAY_MS = 5_000;
const TELL_EVERY_MS = 60_000;

/** A service's copies of what others own: compares them with their owners, a range at a time, and mends what differs. */
@Injectable()
export class ReadModels implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly models: ReadModel[] = [];
  private readonly rounds = new Map<string, Periodic>();
  private readonly seldomAway = rarelyEach(TELL_EVERY_MS);
  private readonly states: ComparisonStates;
  private readonly compared;
  private readonly mended;
  private readonly belief: Belief;
  private readonly position;
  private readonly lastPass;

  constructor(
    @InjectDataSource() database: DataSource,
    @Inject(CONFIG) private readonly config: DatabaseConfig,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
    metrics: Metrics,
    positions: EventPositions,
  ) {
    // Events that this database misses and that the stream does not hold any more: the owner itself has to be asked.
    // It is told once only, so it is written down first.
    positions.onGapStored(async (owner) => {
      for (const model of this.of(owner)) await this.states.hurry(model.name);
    });
    positions.onGap((owner) => {
      for (const model of this.of(owner)) void this.rounds.get(model.name)?.now();
    });
    this.states = new ComparisonStates(database);
    this.compared = metrics.counter('read_model_rows_compared_total', 'Rows of copies compared with their owner', [
      'model',
    ]);
    this.mended = metrics.counter('read_model_rows_mended_total', 'Rows of copies that were not as their owner says', [
      'model',
      'reason',
    ]);
    this.belief = new Belief(rpc, logger, metrics);
    this.position = metrics.gauge('read_model_pass_rows', 'Rows compared in the pass under way', ['model']);
    this.lastPass = metrics.gauge('read_model_last_full_pass_timestamp_seconds', 'When every row had been compared', [
      'model',
    ]);
  }

  register<C extends object>(model: ReadModel<C>): void {
    this.models.push(model as unknown as ReadModel);
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const model of this.models) {
      await this.states.add(model.name);
      this.tellPass(model.name, await this.states.lastFullPass(model.name));
      const options = { name: `comparing ${model.name} with their owner`, logger: this.logger };
      const rounds = periodic(LOOK_EVERY_MS, () => this.round(model), options);
      this.rounds.set(model.name, rounds);
      void rounds.now();
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.rounds.values()].map((rounds) => rounds.stop()));
  }

  /** Compares the copies of an owner from the beginning, at once and as fast as it goes: events of it were lost. */
  async compareNow(owner: string): Promise<void> {
    for (const model of this.of(owner)) {
      await this.states.hurry(model.name);
      void this.rounds.get(model.name)?.now();
    }
  }

  /** Writes what differs from the owner and counts what was written. */
  async mend<C extends object>(model: ReadModel<C>, mends: readonly Mend<C>[]): Promise<void> {
    const believed = await this.believable(model, mends);
    if (believed.length === 0) return;
    const written = await model.mend(believed);
    for (const { reason } of written) this.mended.inc({ model: model.name, reason });
    if (written.length > 0) {
      this.logger.info('rows were not as their owner says and were mended', {
        model: model.name,
        rows: written.length,
        reasons: [...new Set(written.map(({ reason }) => reason))].join(','),
      });
    }
  }

  private of(owner: string): ReadModel[] {
    return this.models.filter((model) => model.owner === owner);
  }

  believable<C extends object>(model: ReadModel<C>, mends: readonly Mend<C>[]): Promise<readonly Mend<C>[]> {
    return this.belief.believable(model, mends);
  }

  private async round(model: ReadModel): Promise<number | undefined> {
    let turn: Turn | null = null;
    try {
      turn = await this.states.take(model.name, LEASE_MS, this.perSecond === 0);
      return turn ? await this.comparePage(model, turn) : undefined;
    } catch (error) {
      this.tellAway(model, error);
      if (turn) await this.states.giveBack(model.name, turn, AWAY_MS).catch(() => undefined);
      return AWAY_MS;
    }
  }

  /** Answers in how many milliseconds the next page is due; undefined after the last one. */
  private async comparePage(model: ReadModel, turn: Turn): Promise<number | undefined> {
    const limit = turn.urgent ? PAGE : Math.min(PAGE, this.perSecond);
    const { next, rows, suspects } = await comparePage(model, this.rpc, turn.position, limit);
    if (suspects.length > 0) {
      if (!turn.urgent) await delay(GRACE_MS, undefined, { ref: false });
      await this.mend(model, await differences(model, this.rpc, suspects));
    }
    this.compared.inc({ model: model.name }, rows);
    if (next === null) {
      await this.states.finish(model.name, turn, this.config.READ_MODEL_COMPARE_PAUSE_SECONDS * 1_000);
      this.tellPass(model.name, new Date());
      return undefined;
    }
    this.position.set({ model: model.name }, turn.compared + rows);
    const pauseMs = turn.urgent ? 0 : Math.ceil((rows / this.perSecond) * 1_000);
    await this.states.advance(model.name, turn, next, rows, pauseMs);
    return pauseMs;
  }

  private get perSecond(): number {
    return this.config.READ_MODEL_COMPARE_PER_SECOND;
  }

  private tellPass(model: string, at: Date | null): void {
    this.position.set({ model }, 0);
    if (at) this.lastPass.set({ model }, at.getTime() / 1_000);
  }

  private tellAway(model: ReadModel, error: unknown): void {
    this.seldomAway(model.name, () =>
      this.logger.warn('a copy cannot be compared with its owner, trying again', { model: model.name, error }),
    );
  }
}
