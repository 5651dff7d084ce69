import { AsyncLocalStorage } from 'node:async_hooks';
import { isOutage, patienceLeft, Together, withoutDeadline } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { type Created, type Creation, CreationRepository, FIRST_VERSION } from './creation.repository.js';

/** Of a statement: it works for some milliseconds, and others wait for its end. */
const MOST = 32;
/** Beside a statement that is under way, as most of a statement's time is the wait for the disk. */
const ENOUGH = 8;
/** Statements begin no more often: the first creation of a while goes at once, those that follow closely go together. */
const GATHER_MS = 4;
/** Where several came at the same time: what a statement costs beside its creations is then shared by more. */
const GATHER_MANY_MS = 12;
/** Who waits no longer than this goes alone: a statement that comes too late for one is undone for all. */
const PATIENT_MS = 1_500;
/** A workspace that was refused, or may be waited for, goes alone for so long: with it the others would have to be tried again. */
const ALONE_MS = 30_000;
const MOST_ALONE = 10_000;
/** One that is alone in its turn holds up the next ones no longer: it may wait for a row for as long as whoever asked waits. */
const TURN_MS = 250;

interface Wish {
  readonly creation: Creation;
  /** By `performance.now()`; null: whoever asked waits without end. */
  readonly deadline: number | null;
  /** Runs something as if the request did it that asked. */
  readonly within: <T>(work: () => T) => T;
}

interface Alone {
  /** By `performance.now()`. */
  readonly until: number;
  /** It may be the one whose rows somebody holds: until one of its links is made, as they all are where all is slow. */
  readonly isSuspected: boolean;
}

type Outcomes = ReadonlyMap<Wish, Created | Promise<Created>>;

/**
 * Makes links of several requests in one statement where they come close together, which costs the database and the service a third of what it
 * costs one by one. Where that is refused each is made alone, and told by itself what is wrong.
 */
@Injectable()
export class CreationsTogether {
  private readonly together: Together<Wish, Outcomes>;
  /** Which workspaces go alone, the one that was sent away first in front. */
  private readonly alone = new Map<string, Alone>();

  constructor(private readonly creations: CreationRepository) {
    this.together = new Together((wishes) => this.createAll(wishes), {
      most: MOST,
      gatherMs: GATHER_MS,
      gatherManyMs: GATHER_MANY_MS,
      enough: ENOUGH,
    });
  }

  async create(creation: Creation): Promise<Created> {
    const patience = patienceLeft();
    const goes = isFirst(creation) && (patience === null || patience > PATIENT_MS) && !this.goesAlone(creation);
    if (!goes) return this.createAlone(creation);
    const wish: Wish = {
      creation,
      deadline: patience === null ? null : performance.now() + patience,
      within: AsyncLocalStorage.snapshot(),
    };
    const outcome = await (await this.together.ask(wish)).get(wish);
    // A code that somebody wants may be one that the workspace gave up, which is had again by oneself alone.
    const isDecided = outcome && (outcome.kind !== 'code-taken' || creation.isNewCode);
    return isDecided ? outcome : this.createAlone(creation);
  }

  /** Those that it says nothing of are to be tried alone. */
  private async createAll(wishes: readonly Wish[]): Promise<Outcomes> {
    const [first] = wishes;
    if (wishes.length === 1 && first) {
      const created = first.within(() => this.createAlone(first.creation));
      if (!(await settledWithin(TURN_MS, created))) this.letGoAlone(first.creation, true);
      return new Map([[first, created]]);
    }
    // Only now: what goes alone has no need of it.
    const going = withoutRepetition(wishes).map((wish) => ({
      wish,
      given: wish.within(() => this.creations.given(wish.creation)),
    }));
    let sent: typeof going = [];
    const given = () => {
      sent = going.filter(({ wish }) => wish.deadline === null || wish.deadline - performance.now() > PATIENT_MS / 2);
      return sent.map((one) => one.given);
    };
    const patienceMs = () => leastPatience(sent.map(({ wish }) => wish));
    // Whose turn it was to begin is not whom it is done for.
    const told = await withoutDeadline(() => this.creations.createMany(given, patienceMs));
    if (told === null) {
      for (const { wish } of sent) this.letGoAlone(wish.creation, true);
      return new Map();
    }
    return new Map(sent.map(({ wish, given }) => [wish, told.get(given) ?? { kind: 'repeated' }]));
  }

  private async createAlone(creation: Creation): Promise<Created> {
    try {
      const created = await this.creations.create(creation);
      // Whose code is taken has only to draw another one.
      if (created.kind === 'monthly-limit' || created.kind === 'changes-exceeded') this.letGoAlone(creation, false);
      if (created.kind === 'made') this.suspectNoMore(creation);
      return created;
    } catch (error) {
      // What failed because the database is away, or slow, says nothing of whose it was.
      if (!isOutage(error)) this.letGoAlone(creation, false);
      throw error;
    }
  }

  private goesAlone({ link }: Creation): boolean {
    return (this.alone.get(link.workspace_id)?.until ?? 0) > performance.now();
  }

  private suspectNoMore({ link }: Creation): void {
    if (this.alone.get(link.workspace_id)?.isSuspected) this.alone.delete(link.workspace_id);
  }

  private letGoAlone({ link }: Creation, isSuspected: boolean): void {
    this.alone.delete(link.workspace_id);
    this.alone.set(link.workspace_id, { until: performance.now() + ALONE_MS, isSuspected });
    const [oldest] = this.alone.keys();
    if (this.alone.size > MOST_ALONE && oldest !== undefined) this.alone.delete(oldest);
  }
}

/** Whether its code is expected to be one that nobody ever had. */
const isFirst = ({ event }: Creation): boolean => event.route.version === FIRST_VERSION;

/** A request that came twice goes once; the other one is alone, and finds what that one left. */
function withoutRepetition(wishes: readonly Wish[]): readonly Wish[] {
  const keys = new Set<string>();
  return wishes.filter(({ creation }) => {
    if (creation.key === null) return true;
    const key = JSON.stringify([creation.key.scope, creation.key.key]);
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
}

function settledWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    const end = () => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(end, end);
  });
}

function leastPatience(wishes: readonly Wish[]): number | null {
  const deadlines = wishes.flatMap(({ deadline }) => deadline ?? []);
  return deadlines.length === 0 ? null : Math.min(...deadlines) - performance.now();
}
