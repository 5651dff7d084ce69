import { type EventData, type Link as LinkReply, linkCreated } from '@linkway/contracts';
import { isUndone, Outbox, patienceLeft, type Statement } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Claim } from '../idempotency/idempotency.repository.js';
import { creationOfMany, creationStatements, type GivenCreation } from './creation.statement.js';
import { Link } from './link.entity.js';
import type { OwnedLink } from './link.repository.js';
import { refusalIn } from './refusal.js';

/** Of a code that nobody ever had. */
export const FIRST_VERSION = 1;

/** A link to be made, with all that is counted, reserved, kept and told with it. */
export interface Creation {
  link: OwnedLink;
  /** Whether the code must be one that nobody ever had; else the workspace may take one again that it gave up. */
  isNewCode: boolean;
  /** `limit`: where identity has not told of the workspace. */
  month: { name: string; limit: number };
  changes: { hour: string; limit: number };
  /** Holds the version that the code is expected to have. */
  event: EventData<typeof linkCreated>;
  /** The Idempotency-Key; null without one. */
  key: Claim | null;
  reply: LinkReply;
}

export type Created =
  | { kind: 'made' }
  /** Another request has the Idempotency-Key: nothing was done. */
  | { kind: 'repeated' }
  | { kind: 'monthly-limit'; limit: number }
  | { kind: 'code-taken' }
  /** The code would have another version than was expected. */
  | { kind: 'code-version'; version: number }
  | { kind: 'changes-exceeded' };

/** A creation as it goes with others. */
export interface Given extends Pick<Creation, 'month' | 'changes'> {
  row: Omit<GivenCreation, 'place'>;
  expiredBefore: Date | null;
}

/** Of a creation among many. */
interface Told {
  place: number;
  kind: 'made' | 'code-taken';
}

/** Makes links, each or many at once, in one statement: everything or nothing, in one round trip. */
@Injectable()
export class CreationRepository {
  private readonly statements: Record<'once' | 'always' | 'many', Statement>;

  constructor(
    @InjectRepository(Link) private readonly links: Repository<Link>,
    private readonly outbox: Outbox,
  ) {
    // Those that the entity knows: a column of a later release takes its default.
    const columns = links.metadata.columns.map(({ databaseName }) => `"${databaseName}"`);
    this.statements = { ...creationStatements(columns), many: creationOfMany(columns) };
  }

  /** Throws `service.timeout`, and nothing was done, where the caller gave up while rows were waited for. */
  async create(creation: Creation): Promise<Created> {
    const { key } = creation;
    try {
      const made = await this.outbox.statement(key ? this.statements.once : this.statements.always, () => [
        ...this.valuesOf(creation),
        ...(key ? [key.scope, key.key, key.request_hash, key.password_hash, reply(creation), key.expiredBefore] : []),
      ]);
      return { kind: made.length > 0 ? 'made' : 'repeated' };
    } catch (error) {
      return refusalOf(error);
    }
  }

  /** To be asked for where the creation was: its event tells who made the link. */
  given({ link, month, changes, event, key, reply }: Creation): Given {
    const { id: event_id, envelope, aggregate } = this.outbox.eventOf(linkCreated, event);
    return {
      month,
      changes,
      expiredBefore: key?.expiredBefore ?? null,
      row: {
        workspace_id: link.workspace_id,
        month: month.name,
        hour: changes.hour,
        code: link.short_code,
        host: link.host,
        link: this.rowOf(link),
        scope: key?.scope ?? null,
        key: key?.key ?? null,
        request_hash: key?.request_hash ?? null,
        password_hash: key?.password_hash ?? null,
        reply: key && reply,
        event_id,
        envelope,
        aggregate,
      },
    };
  }

  /**
   * Makes many links with new codes, those that `given` answers once there is a connection. Answers which of them were made and whose code is
   * taken, the others' Idempotency-Keys are in use; null where nothing was done, as one of them was refused or waits for a row: each is to be
   * tried alone.
   */
  async createMany(
    given: () => readonly Given[],
    patienceMs: () => number | null,
  ): Promise<ReadonlyMap<Given, Created> | null> {
    let all: readonly Given[] = [];
    try {
      const told = await this.outbox.statement<Told>(this.statements.many, () => {
        all = given();
        const rows: GivenCreation[] = all.map(({ row }, place) => ({ place, ...row }));
        const [first] = all;
        const expiredBefore = all.find((one) => one.expiredBefore)?.expiredBefore ?? null;
        return [JSON.stringify(rows), first?.month.limit, first?.changes.limit, patienceMs(), expiredBefore];
      });
      return new Map(told.map(({ place, kind }) => [all[place] as Given, { kind }]));
    } catch (error) {
      if (isUndone(error)) return null;
      throw error;
    }
  }

  private rowOf(link: OwnedLink): Record<string, unknown> & { id: string } {
    const columns = this.links.metadata.columns.map((column) => [
      column.databaseName,
      link[column.propertyName as keyof Link],
    ]);
    return { ...Object.fromEntries(columns), id: link.id };
  }

  private valuesOf({ link, isNewCode, month, changes, event }: Creation): unknown[] {
    return [
      link.workspace_id,
      month.name,
      month.limit,
      link.short_code,
      link.host,
      link.id,
      isNewCode,
      event.route.version,
      JSON.stringify(this.rowOf(link)),
      changes.hour,
      changes.limit,
      // Of the moment when it is sent: what the wait for a connection took is over.
      patienceLeft(),
      ...this.outbox.valuesOf(linkCreated, event),
    ];
  }
}

const reply = (creation: Creation): string => JSON.stringify(creation.reply);

function refusalOf(error: unknown): Exclude<Created, { kind: 'made' | 'repeated' }> {
  const { reason, detail } = refusalIn(error);
  if (reason === 'monthly-limit') return { kind: reason, limit: Number(detail) };
  if (reason === 'code-version') return { kind: reason, version: Number(detail) };
  if (reason === 'code-taken' || reason === 'changes-exceeded') return { kind: reason };
  throw error;
}
