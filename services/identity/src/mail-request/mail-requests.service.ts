import type { Locale } from '@linkway/contracts';
import { AppLogger, type Emit, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import { emailKey } from '../user/new-user.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import type { MailPurpose, MailRequest } from './mail-request.entity.js';
import { MailRequestRepository } from './mail-request.repository.js';

/** A net for what another process left behind: a process looks at its own requests at once. */
const EVERY_MS = 30_000;
const MOST_ATTEMPTS = 10;

export interface NewMailRequest {
  purpose: MailPurpose;
  email: string;
  /** null: the owner's. */
  language: Locale | null;
  /** What the mail tells of lasts so long. */
  until?: Date;
  /** That it is asked for from. */
  ip?: string;
}

type Manager = NonNullable<Parameters<MailRequestRepository['add']>[1]>;
/** Queues the mail for somebody who has an account, or decides that there is none to send. What it emits comes last: what fails before tells nothing. */
export type MailRequestHandler = (user: User, request: MailRequest, manager: Manager, emit: Emit) => Promise<void>;

/** Finds out whom requests are about, and has their mails sent. Any number of processes do so. */
@Injectable()
export class MailRequests implements OnModuleInit, OnModuleDestroy {
  private readonly handlers = new Map<MailPurpose, MailRequestHandler>();
  private rounds: Periodic | null = null;
  private stopped = false;

  constructor(
    private readonly requests: MailRequestRepository,
    private readonly users: UserRepository,
    private readonly queue: MailQueue,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.rounds = periodic(EVERY_MS, () => this.round(), { name: 'looking whom to write to', logger: this.logger });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.rounds?.stop();
  }

  /** Who sends mails of a purpose says how, once, as it starts. */
  handle(purpose: MailPurpose, handler: MailRequestHandler): void {
    this.handlers.set(purpose, handler);
  }

  async add(request: NewMailRequest): Promise<void> {
    await this.addIn(request);
    this.wake();
  }

  /** In a transaction, after whose commit `wake` has it looked at at once. */
  async addIn({ email, until, ip, ...rest }: NewMailRequest, manager?: Manager): Promise<void> {
    const request = { ...rest, id: uuidv7(), email_lower: emailKey(email), until: until ?? null, ip: ip ?? null };
    await this.requests.add(request, manager);
  }

  wake(): void {
    void this.rounds?.now();
  }

  /** 0: there are more. */
  async round(): Promise<0 | undefined> {
    if (this.stopped) return undefined;
    // Those that a newer release alone knows are for its processes.
    const taken = await this.outbox.transaction((transaction, emit) =>
      this.requests.takeNext(
        [...this.handlers.keys()],
        async (request, manager) => {
          const user = await this.users.findActive(request.email_lower, manager);
          const handler = this.handlers.get(request.purpose);
          if (user && handler) await handler(user, request, manager, emit);
        },
        transaction,
      ),
    );
    if (!taken) return undefined;
    const { request, error } = taken;
    if (error === undefined) {
      this.queue.wake();
      return 0;
    }
    const given = { mail: request.purpose, attempts: request.attempts + 1, error };
    if (request.attempts + 1 < MOST_ATTEMPTS) {
      this.logger.warn('a mail could not be queued, it is tried again', given);
      return undefined;
    }
    await this.requests.remove(request.id);
    this.logger.error('a mail could not be queued, it is given up', given);
    return 0;
  }
}
