import type { SignalContract, SignalData } from '@linkway/contracts';
import type { Subscription } from '@nats-io/transport-node';
import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import type { NatsService } from '../nats/nats.service.js';

/** Before another try where NATS does not let this service listen, as until its users know of the signal. */
const AGAIN_MS = 10_000;
const TELL_EVERY_MS = 60_000;

type Handler = (data: unknown) => void;

export interface Hearing {
  stop(): void;
}

/** Hints between services: told to whoever listens in that moment, and kept nowhere. */
export class Signals {
  private readonly hearings = new Set<KeptHearing>();
  private readonly forgetReturns: () => void;
  private gaps: (() => void)[] = [];
  private readonly seldom = rarely(TELL_EVERY_MS);

  constructor(
    private readonly nats: NatsService,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {
    this.forgetReturns = nats.onReturn(() => {
      for (const gap of this.gaps) gap();
    });
  }

  /** Tells those who listen to the key. While NATS is away it is not told at all: they look again when it is back. */
  tell<C extends SignalContract>({ subject }: C, key: string, data: SignalData<C>): void {
    if (this.nats.isConnected) this.nats.connection.publish(`${subject}.${key}`, JSON.stringify(data));
  }

  /** Calls `handler`, which must not throw, with what is told to the key from now on. */
  hear<C extends SignalContract>(contract: C, key: string, handler: (data: SignalData<C>) => void): Hearing {
    const read = (raw: unknown) => {
      const { success, data } = contract.data.safeParse(raw);
      if (success) handler(data as SignalData<C>);
    };
    const hearing = new KeptHearing(this.nats, this.logger, `${contract.subject}.${key}`, read, this.seldom);
    this.hearings.add(hearing);
    return {
      stop: () => {
        this.hearings.delete(hearing);
        hearing.stop();
      },
    };
  }

  /** Called when something may have been told that was not heard here. */
  onGap(callback: () => void): void {
    this.gaps.push(callback);
  }

  close(): void {
    this.forgetReturns();
    this.gaps = [];
    for (const hearing of this.hearings) hearing.stop();
    this.hearings.clear();
  }
}

/** A subscription that is made again where the server ended it; the client itself makes it again after NATS was away. */
class KeptHearing {
  private subscription: Subscription | null = null;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly nats: NatsService,
    private readonly logger: Pick<AppLogger, 'warn'>,
    private readonly subject: string,
    private readonly handler: Handler,
    private readonly tell: ReturnType<typeof rarely>,
  ) {
    this.begin();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.subscription?.unsubscribe();
  }

  private begin(): void {
    if (this.nats.isClosed) return;
    this.subscription = this.nats.connection.subscribe(this.subject, {
      callback: (error, message) => {
        if (!error) return this.handler(read(message));
        this.tell((more) => this.logger.warn('signals cannot be heard', { subject: this.subject, error, more }));
        this.subscription?.unsubscribe();
        this.later();
      },
    });
  }

  private later(): void {
    clearTimeout(this.timer);
    if (this.stopped || this.nats.isClosed) return;
    this.timer = setTimeout(() => this.begin(), AGAIN_MS);
    this.timer.unref();
  }
}

function read(message: { json(): unknown }): unknown {
  try {
    return message.json();
  } catch {
    return null;
  }
}
