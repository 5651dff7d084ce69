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
  /** Whether the service is known to start with what it is told to use, so that it may be sent requests meanwhile. */
  readonly isTrusted: boolean;
  /** NATS is there; the database is still waited for. */
  reach(parts: Reached): void;
  /** Others answer from now on, or nobody: what was begun is finished. */
  end(): Promise<void>;
}

/** A start that takes no longer needs none. */
const AFTER_MS = 1_000;
const CHECK = 'stand_in';

/** Puts a stand-in before a service whose start takes long, until the service is there. */
export class Relief {
  private readonly timer: NodeJS.Timeout | null;
  private opening: Promise<void> = Promise.resolve();
  private standIn: StandIn | null = null;
  private reached: Reached | null = null;
  private ended = false;
  private ending: Promise<void> = Promise.resolve();

  /** `make` answers null where there is nothing to answer with. */
  constructor(
    make: (() => Promise<StandIn | null>) | null,
    private readonly door: FrontDoor,
    private readonly address: { port: number; host: string },
    private readonly health: Health,
    private readonly logger: Pick<AppLogger, 'warn' | 'info'>,
  ) {
    this.timer = make && setTimeout(() => void this.begin(make), AFTER_MS);
  }

  /** Throws what the stand-in throws. */
  reach(parts: Reached): void {
    this.reached = parts;
    this.standIn?.reach(parts);
  }

  /** Lets `listen` take its place, and ends it behind that. */
  async end(listen: () => Promise<unknown>): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.ended = true;
    await this.opening;
    const { standIn } = this;
    this.standIn = null;
    try {
      await listen();
    } finally {
      if (standIn) this.ending = this.finish(standIn);
    }
  }

  /** Resolves once nothing of the stand-in is left. */
  gone(): Promise<void> {
    return this.ending;
  }

  private async begin(make: () => Promise<StandIn | null>): Promise<void> {
    try {
      const standIn = await make();
      if (!standIn) return;
      // A service that is there by now does not wait for what it took to make one.
      if (this.ended) return await this.finish(standIn);
      const opening = this.open(standIn);
      this.opening = opening.catch(() => undefined);
      await opening;
    } catch (error) {
      // The service is waited for all the same.
      this.logger.warn('nobody can stand in for the service until it is started', { error });
    }
  }

  private async open(standIn: StandIn): Promise<void> {
    try {
      if (this.reached) standIn.reach(this.reached);
      this.standIn = standIn;
      this.door.answerWith(standIn.listener);
      await this.door.open(this.address.port, this.address.host);
    } catch (error) {
      this.standIn = null;
      await this.finish(standIn);
      throw error;
    }
    this.health.register(CHECK, () => {
      if (this.standIn) throw new Error(this.standIn.about);
    });
    if (standIn.isTrusted) this.health.tolerate(/start/, /nats/, /postgres/, new RegExp(CHECK));
    this.logger.warn('the service waits for its stores; somebody stands in for it', { about: standIn.about });
  }

  private async finish(standIn: StandIn): Promise<void> {
    try {
      await standIn.end();
      this.logger.info('nobody stands in for the service any more');
    } catch (error) {
      this.logger.warn('the stand-in did not end in order', { error });
    }
  }
}
