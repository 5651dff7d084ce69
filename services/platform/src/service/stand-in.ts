import type { RequestListener } from 'node:http';
import type { Health } from '../health/health.js';
import type { AppLogger } from '../log/logger.js';
import type { FrontDoor } from './front-door.js';
import type { ServiceParts } from './platform.module.js';

/** What a service has while it waits for NATS and its database. */
export type BeforeStart = Pick<ServiceParts, 'config' | 'logger' | 'metrics' | 'health'>;
/** What it has besides once NATS is there. */
export type Reached = Pick<ServiceParts, 'rpc' | 'tail'>;

/** Answers on a service's port while the service waits for what it needs. */
export interface StandIn {
  readonly listener: RequestListener;
  /** What it answers with, for readiness and the log. */
  readonly about: string;
  /** NATS is there; the database is still waited for. */
  reach(parts: Reached): void;
  /** The service itself answers from now on: what was begun is finished. */
  end(): Promise<void>;
}

/** A start that takes no longer needs none. */
const AFTER_MS = 1_000;
const CHECK = 'stand_in';

/** Puts a stand-in before a service whose start takes long, until the service is there. */
export class Relief {
  private readonly timer: NodeJS.Timeout | null;
  private beginning: Promise<void> = Promise.resolve();
  private standIn: StandIn | null = null;
  private reached: Reached | null = null;
  private ended = false;

  /** `make` answers null where there is nothing to answer with. */
  constructor(
    make: (() => Promise<StandIn | null>) | null,
    private readonly door: FrontDoor,
    private readonly address: { port: number; host: string },
    private readonly health: Health,
    private readonly logger: Pick<AppLogger, 'warn' | 'info'>,
  ) {
    const begin = async (from: () => Promise<StandIn | null>) => {
      try {
        await this.begin(from);
      } catch (error) {
        // The service is waited for all the same.
        this.logger.warn('nobody can stand in for the service until it is started', { error });
      }
    };
    this.timer =
      make &&
      setTimeout(() => {
        this.beginning = begin(make);
      }, AFTER_MS);
  }

  reach(parts: Reached): void {
    this.reached = parts;
    this.standIn?.reach(parts);
  }

  /** Ends the stand-in once `listen` is over: from then on others answer, or nobody. */
  async end(listen: () => Promise<unknown>): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.ended = true;
    await this.beginning;
    const { standIn } = this;
    await listen();
    this.standIn = null;
    if (!standIn) return;
    await standIn.end();
    this.logger.info('nobody stands in for the service any more');
  }

  private async begin(make: () => Promise<StandIn | null>): Promise<void> {
    const standIn = await make();
    if (!standIn) return;
    if (this.ended) return standIn.end();
    if (this.reached) standIn.reach(this.reached);
    this.door.answerWith(standIn.listener);
    try {
      await this.door.open(this.address.port, this.address.host);
    } catch (error) {
      await standIn.end();
      throw error;
    }
    this.standIn = standIn;
    this.health.register(CHECK, () => {
      if (this.standIn) throw new Error(this.standIn.about);
    });
    this.health.tolerate(/start/, /nats/, /postgres/, new RegExp(CHECK));
    this.logger.warn('the service waits for its stores; somebody stands in for it', { about: standIn.about });
  }
}
