import { ANY_HOST, REPORTS_KEPT_DAYS, type ReportKind } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { LinkAddress } from '../domain/domain-address.js';
import type { LinkPlace } from '../quarantine/quarantine.repository.js';
import type { Transaction } from '../transaction.js';

/** Of one case: the rest is counted alone. */
const MOST_KEPT = 100;
const MOST_SHOWN = 20;

export interface CaseRow {
  id: string;
  link_id: string;
  host: string;
  code: string;
  short_url: string;
  state: 'open' | 'quarantined' | 'dismissed';
  reports: number;
  kinds: Record<string, number>;
  first_at: Date;
  last_at: Date;
  decided_at: Date | null;
  note: string;
  /** Of its link, which may be gone. */
  tenant_id: string | null;
}

export interface ReportRow {
  case_id: string;
  kind: ReportKind;
  details: string;
  email: string;
  created_at: Date;
}

export interface NewReport {
  kind: ReportKind;
  details: string;
  email: string;
  reporter: string;
}

// Whatever has become of its code: that stays with whom it was given to.
const TENANT =
  '(SELECT coalesce(workspace_id, link_id) FROM codes WHERE codes.code = c.code AND codes.host = c.host) AS tenant_id';

@Injectable()
export class ReportRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The link that answers at an address; null: there is none. */
  async linkAt(manager: Transaction, { host, code }: LinkAddress): Promise<(LinkPlace & { host: string }) | null> {
    const [row] = await manager.query<(LinkPlace & { host: string })[]>(
      `SELECT coalesce(workspace_id, link_id) AS tenant_id, link_id AS id, host FROM codes
       WHERE code = $1 AND host IN ($2, '${ANY_HOST}') AND is_live ORDER BY host = '${ANY_HOST}' LIMIT 1`,
      [code, host],
    );
    return row ?? null;
  }

  /** Counted once for whoever reports the same link again while nobody has decided. */
  async add(
    manager: Transaction,
    of: { link_id: string; host: string; code: string; short_url: string },
    report: NewReport,
  ): Promise<void> {
    const [opened] = await manager.query<{ id: string; reports: number }[]>(
      `INSERT INTO report_cases (id, link_id, host, code, short_url) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (link_id) WHERE state = 'open' DO UPDATE SET short_url = EXCLUDED.short_url RETURNING id, reports`,
      [uuidv7(), of.link_id, of.host, of.code, of.short_url],
    );
    if (!opened) throw new Error('a case of reports was not opened');
    const { kind, details, email, reporter } = report;
    const added = await manager.query<unknown[]>(
      `INSERT INTO link_reports (id, case_id, kind, details, email, reporter) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (case_id, reporter) DO NOTHING RETURNING 1`,
      [uuidv7(), opened.id, kind, details, email, reporter],
    );
    if (added.length === 0) return;
    await manager.query(
      `UPDATE report_cases SET reports = reports + 1, last_at = now(),
         kinds = jsonb_set(kinds, ARRAY[$2::text], to_jsonb(coalesce((kinds->>$2::text)::int, 0) + 1)) WHERE id = $1`,
      [opened.id, kind],
    );
    if (opened.reports < MOST_KEPT) return;
    await manager.query(
      `DELETE FROM link_reports WHERE case_id = $1 AND id <= (
         SELECT id FROM link_reports WHERE case_id = $1 ORDER BY id DESC OFFSET ${MOST_KEPT} LIMIT 1)`,
      [opened.id],
    );
  }

  async hold(manager: Transaction, id: string): Promise<CaseRow | null> {
    const [row] = await manager.query<CaseRow[]>(
      `SELECT c.*, ${TENANT} FROM report_cases AS c WHERE id = $1 FOR UPDATE OF c`,
      [id],
    );
    return row ?? null;
  }

  async decide(
    manager: Transaction,
    id: string,
    state: CaseRow['state'],
    note: string,
    by: string | null,
  ): Promise<void> {
    await manager.query(
      'UPDATE report_cases SET state = $2, note = $3, decided_by = $4, decided_at = now() WHERE id = $1',
      [id, state, note, by],
    );
  }

  async page(open: boolean, offset: number, limit: number): Promise<{ rows: CaseRow[]; total: number }> {
    const which = open ? "state = 'open'" : 'decided_at IS NOT NULL';
    const order = open ? 'last_at DESC' : 'decided_at DESC';
    const rows = await this.database.query<CaseRow[]>(
      `SELECT c.*, ${TENANT} FROM report_cases AS c WHERE ${which} ORDER BY ${order}, id LIMIT $2 OFFSET $1`,
      [offset, limit],
    );
    const [all] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM report_cases WHERE ${which}`,
    );
    return { rows, total: all?.total ?? 0 };
  }

  /** The last ones of each case, the newest first. */
  lastOf(caseIds: readonly string[]): Promise<ReportRow[]> {
    return this.database.query(
      `SELECT r.case_id, r.kind, r.details, r.email, r.created_at FROM unnest($1::uuid[]) AS c (id)
       CROSS JOIN LATERAL (SELECT * FROM link_reports WHERE case_id = c.id ORDER BY id DESC LIMIT ${MOST_SHOWN}) AS r`,
      [caseIds],
    );
  }

  async forgetOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM report_cases WHERE decided_at < now() - interval '${REPORTS_KEPT_DAYS} days'`,
    );
  }
}
