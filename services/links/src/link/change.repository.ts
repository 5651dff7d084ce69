import { isDeepStrictEqual } from 'node:util';
import { type EventData, linkDeleted, linkUpdated } from '@linkway/contracts';
import { Outbox, type OutboxValues, patienceLeft, runStatement, type Statement, storedIn } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Domain } from '../domain/domain.entity.js';
import { type ChangedBy, notedBy, settingOf } from '../history/changed-by.js';
import { changeCountedIn } from '../quota/counted-change.js';
import { Link } from './link.entity.js';
import type { OwnedLink } from './link.repository.js';
import type { Reach } from './reach.js';
import { lateAfter, refusalIn } from './refusal.js';

/** A link as it stands, with what the event of its next change tells. */
export interface Standing {
  link: OwnedLink;
  /** Of its code. */
  codeVersion: number;
  domain: Domain | null;
}

/** What a change is counted by. */
export interface Counter {
  hour: string;
  limit: number;
}

/** `overtaken`: somebody else changed it meanwhile, and nothing was done. */
export type Outcome = 'made' | 'overtaken' | 'changes-exceeded';

type Found = OwnedLink & { code_version: number | null; code_domain: Domain | null };

/** Changes and deletes a link in one statement: everything or nothing, in one round trip, as long as it is as it was read. */
@Injectable()
export class ChangeRepository {
  private readonly statements: Record<'find' | 'change' | 'delete', Statement>;

  constructor(
    @InjectRepository(Link) private readonly links: Repository<Link>,
    private readonly outbox: Outbox,
  ) {
    // Those that the entity knows: a column of a later release stays as it is.
    const columns = links.metadata.columns.map(({ databaseName }) => `"${databaseName}"`);
    const changed = columns.filter((column) => column !== '"tenant_id"' && column !== '"id"');
    this.statements = {
      find: { name: 'links-find', text: findText(columns) },
      change: {
        name: 'links-change',
        text: textOf(
          `UPDATE short_links SET (${changed.join(', ')}) =
             (SELECT ${changed.map((column) => `made.${column}`).join(', ')}
              FROM jsonb_populate_record(short_links, $13::jsonb) AS made)`,
          'version = codes.version + 1',
          notedBy('$14'),
        ),
      },
      delete: {
        name: 'links-delete',
        text: textOf('DELETE FROM short_links', 'is_live = false, version = codes.version + 1'),
      },
    };
  }

  async find({ workspaceId, domainIds }: Reach, id: string): Promise<Standing | null> {
    const [row] = await runStatement<Found>(this.links.manager.connection, this.statements.find, () => [
      workspaceId,
      id,
      domainIds,
    ]);
    if (!row) return null;
    const { code_version: codeVersion, code_domain: domain, ...link } = row;
    // A link whose code leads elsewhere would be a broken invariant, never something that the caller did.
    if (codeVersion === null) throw new Error(`code ${link.host}/${link.short_code} does not lead to its link`);
    return {
      link: Object.assign<Link, Omit<Found, 'code_version' | 'code_domain'>>(new Link(), link),
      codeVersion,
      domain,
    };
  }

  /** Puts `next` in its place, which has the same key. Throws `service.timeout`, and nothing was done, where the caller gave up while rows were waited for. */
  change(
    standing: Standing,
    next: OwnedLink,
    counter: Counter,
    event: EventData<typeof linkUpdated>,
    by: ChangedBy | null,
  ): Promise<Outcome> {
    // What stays is not sent: an earlier release may have taken a time that JSON cannot hold.
    const row = this.links.metadata.columns.flatMap(({ databaseName, propertyName }) => {
      const [before, after] = [standing.link, next].map((link) => link[propertyName as keyof Link]);
      return isDeepStrictEqual(before, after) ? [] : [[databaseName, after] as const];
    });
    return this.run(this.statements.change, standing, counter, () => this.outbox.valuesOf(linkUpdated, event), [
      JSON.stringify(Object.fromEntries(row)),
      settingOf(by),
    ]);
  }

  /** The link is gone; its code leads nowhere and stays reserved. Throws as `change` does. */
  delete(standing: Standing, counter: Counter, event: EventData<typeof linkDeleted>): Promise<Outcome> {
    return this.run(this.statements.delete, standing, counter, () => this.outbox.valuesOf(linkDeleted, event), []);
  }

  private async run(
    statement: Statement,
    { link, codeVersion }: Standing,
    { hour, limit }: Counter,
    event: () => OutboxValues,
    more: readonly unknown[],
  ): Promise<Outcome> {
    try {
      const made = await this.outbox.statement(statement, () => [
        link.workspace_id,
        link.id,
        link.version,
        link.short_code,
        link.host,
        codeVersion + 1,
        hour,
        limit,
        // Of the moment when it is sent: what the wait for a connection took is over.
        patienceLeft(),
        ...event(),
        ...more,
      ]);
      return made.length > 0 ? 'made' : 'overtaken';
    } catch (error) {
      const { reason } = refusalIn(error);
      if (reason === 'overtaken' || reason === 'changes-exceeded') return reason;
      throw error;
    }
  }
}

const findText = (columns: readonly string[]): string => `
  SELECT ${columns.map((column) => `l.${column}`).join(', ')},
    (SELECT version FROM codes WHERE code = l.short_code AND host = l.host AND link_id = l.id AND is_live) AS code_version,
    (SELECT to_json(d) FROM domains AS d WHERE d.id = l.selected_domain_id) AS code_domain
  FROM short_links AS l WHERE l.tenant_id = $1::uuid AND l.workspace_id = $1::uuid AND l.id = $2::uuid
    AND ($3::uuid[] IS NULL OR l.selected_domain_id = ANY($3::uuid[]))`;

/**
 * Each part goes on from the one before, in the order in which the statements of all releases lock rows. A link that is not as it was
 * read any more answers no row, and nothing is done; where a later part has nothing to go on from, the last line fails with the
 * reason, and all is undone.
 */
const textOf = (change: string, code: string, noted = '1'): string => `
  WITH link AS (
    ${change}
    WHERE tenant_id = $1::uuid AND workspace_id = $1::uuid AND id = $2::uuid AND version = $3::integer
    RETURNING ${noted}),
  code AS (
    UPDATE codes SET ${code}, updated_at = now() FROM link
    WHERE codes.code = $4 AND codes.host = $5 AND codes.link_id = $2::uuid AND codes.is_live
    RETURNING codes.version),
  change AS (${changeCountedIn('code', 7)}),
  told AS (${storedIn('change', 10)})
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM code WHERE version = $6::integer) THEN links_refuse('overtaken', '')
    WHEN NOT EXISTS (SELECT FROM change) THEN links_refuse('changes-exceeded', '')
    ${lateAfter('$9')}
    ELSE true END AS made
  FROM link`;
