import type { Caller, RpcContract } from '@linkway/contracts';
import { AppError, CONFIG, leavePlace, Metrics, patienceLeft, withDeadline } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';

interface Waiting {
  readonly question: string;
  /** The latest of those who wait for it. */
  deadline: number;
  readonly work: () => Promise<unknown>;
  readonly answer: PromiseWithResolvers<unknown>;
  /** Who asked for it besides the first. */
  joined: number;
}

interface Line {
  running: number;
  readonly waiting: Waiting[];
}

const BUSY_SECONDS = 2;
/** A person's pages ask the same at the same time; more than that is somebody who does not wait for answers. */
const MOST_JOINED = 100;

/** Questions that are counted together: they take no reader each. */
export const SINGLE_QUESTIONS = Symbol('SINGLE_QUESTIONS');
const SINGLES_AT_ONCE = 200;

type Limits = Pick<AnalyticsConfig, 'QUESTIONS_AT_ONCE' | 'QUESTIONS_WAITING' | 'CLICKHOUSE_READERS'>;

/**
 * Lets each caller ask a few questions at a time, in turn with the others, so that nobody can use up what all share. The same
 * question asked again while it waits is answered together with the first one; not with one that runs already, which may have
 * missed a click that somebody was told of since. What nobody waits for any more is not asked.
 */
@Injectable()
export class QuestionQueue {
  /** Who has least running is next; among those, who was served longest ago: being served puts one at the end. */
  private readonly lines = new Map<string, Line>();
  private running = 0;
  private readonly refused;
  private readonly expired;

  constructor(
    @Inject(CONFIG) private readonly limits: Limits,
    metrics: Metrics,
  ) {
    this.refused = metrics.counter('analytics_questions_refused_total', 'Questions of callers who asked too many');
    this.expired = metrics.counter('analytics_questions_expired_total', 'Questions that nobody waited for any more');
  }

  /** A question as it came, of whoever asks it. Throws as `ask`. */
  askAs<T>(contract: RpcContract, input: unknown, caller: Caller, work: () => Promise<T>): Promise<T> {
    const whom = caller.kind === 'service' ? caller.service : caller.user_id;
    const deadline = performance.now() + (patienceLeft() ?? contract.timeoutMs);
    return this.ask(whom, JSON.stringify([contract.subject, input]), deadline, work);
  }

  /** Throws service.busy when the caller has too many questions waiting, service.timeout when the deadline passed first. */
  ask<T>(caller: string, question: string, deadline: number, work: () => Promise<T>): Promise<T> {
    // This queue is the bound for questions: one caller's long line must not keep the others out of it.
    leavePlace();
    const line = this.lineOf(caller);
    const same = line.waiting.find((waiting) => waiting.question === question);
    if (same) {
      if (same.joined >= MOST_JOINED) return Promise.reject(this.refuse());
      same.joined += 1;
      same.deadline = Math.max(same.deadline, deadline);
      return same.answer.promise as Promise<T>;
    }
    if (line.waiting.length >= this.limits.QUESTIONS_WAITING) this.giveUpExpired(line);
    if (line.waiting.length >= this.limits.QUESTIONS_WAITING && !this.hasRoom(line)) {
      return Promise.reject(this.refuse());
    }
    const answer = Promise.withResolvers<unknown>();
    line.waiting.push({ question, deadline, work, answer, joined: 0 });
    this.serve();
    return answer.promise as Promise<T>;
  }

  private refuse(): AppError {
    this.refused.inc();
    return new AppError('service.busy', {}, { retryAfterSeconds: BUSY_SECONDS });
  }

  private lineOf(caller: string): Line {
    let line = this.lines.get(caller);
    if (!line) this.lines.set(caller, (line = { running: 0, waiting: [] }));
    return line;
  }

  private hasRoom(line: Line): boolean {
    // A question uses two readers most of the time; one place for each keeps them busy while rows are put together.
    return line.running < this.limits.QUESTIONS_AT_ONCE && this.running < this.limits.CLICKHOUSE_READERS;
  }

  private serve(): void {
    for (;;) {
      const open = [...this.lines].filter(([, line]) => line.waiting.length > 0 && this.hasRoom(line));
      const [first] = open;
      if (!first) return;
      const [caller, line] = open.reduce(
        (least, other) => (other[1].running < least[1].running ? other : least),
        first,
      );
      this.lines.delete(caller);
      this.lines.set(caller, line);
      const waiting = line.waiting.shift();
      if (waiting) void this.run(caller, line, waiting);
    }
  }

  private async run(caller: string, line: Line, { deadline, work, answer }: Waiting): Promise<void> {
    if (deadline <= performance.now()) {
      this.expire(answer);
      return this.forget(caller, line);
    }
    line.running += 1;
    this.running += 1;
    try {
      answer.resolve(await withDeadline(deadline, work));
    } catch (error) {
      answer.reject(error);
    } finally {
      line.running -= 1;
      this.running -= 1;
      this.forget(caller, line);
      this.serve();
    }
  }

  /** Places that are waited in for nothing are none. */
  private giveUpExpired(line: Line): void {
    for (const expired of line.waiting.filter(({ deadline }) => deadline <= performance.now())) {
      line.waiting.splice(line.waiting.indexOf(expired), 1);
      this.expire(expired.answer);
    }
  }

  private expire(answer: Waiting['answer']): void {
    this.expired.inc();
    answer.reject(new AppError('service.timeout'));
  }

  private forget(caller: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.lines.delete(caller);
  }
}

/** The bounds of each caller are the same. */
export const singleQuestions = (limits: Limits, metrics: Metrics): QuestionQueue =>
  new QuestionQueue({ ...limits, CLICKHOUSE_READERS: SINGLES_AT_ONCE }, metrics);
