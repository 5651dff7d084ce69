import { z } from 'zod';
import { defineRpc } from '../contract.js';
import {
  type ExportedCell,
  type ExportedRow,
  type ExportedTable,
  type ExportingService,
  exportedTables,
} from '../fields/data-export.js';

/** Rows that are asked for at once. */
export const DATA_EXPORT_PORTION = 1_000;
/** What they may take as JSON, so that they fit in a message of NATS; one row is let through whatever it takes. */
const MOST_BYTES = 600_000;
const MOST_PLACE = 400;

const cellSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  z.record(z.string(), z.unknown()),
]);

const portionSchema = z.object({
  columns: z.array(z.string()).describe('Names of the columns, as the release that answers has them.'),
  rows: z.array(z.array(cellSchema)).describe('Cells in the order of the columns.'),
  next: z.string().max(MOST_PLACE).nullable().describe('Where the next portion begins; null: these are the last.'),
});
export type ExportedPortion = z.output<typeof portionSchema>;

const tablesOf = <S extends ExportingService>(service: S) =>
  Object.keys(exportedTables[service]) as [ExportedTable<S>, ...ExportedTable<S>[]];

const portionOf = <S extends ExportingService>(service: S) =>
  defineRpc(`qry.${service}.export-portion.v1`, {
    summary: `Rows of a list that ${service} holds about the caller’s account, from a place on`,
    permission: 'account:read',
    request: z.object({
      table: z.enum(tablesOf(service)),
      from: z.string().max(MOST_PLACE).nullable().describe('As the portion before told; null: from the first row on.'),
    }),
    reply: portionSchema,
    timeoutMs: 15_000,
  });

export const identityExportPortionRpc = portionOf('identity');
export const linksExportPortionRpc = portionOf('links');
export const analyticsExportPortionRpc = portionOf('analytics');

/**
 * A portion of rows in order, of which as many are taken as fit in a message. `placeOf`: where the rows after one begin; `more`: there may be
 * some after the last of these.
 */
export function exportedPortion<S extends ExportingService, T extends ExportedTable<S>, Row>(
  { service, table }: { service: S; table: T },
  rows: readonly Row[],
  {
    cellsOf,
    placeOf,
    more,
  }: { cellsOf: (row: Row) => ExportedRow<S, T>; placeOf: (row: Row) => string; more: boolean },
): ExportedPortion {
  const columns: string[] = [...(exportedTables[service][table] as readonly string[])];
  const taken: ExportedPortion['rows'] = [];
  let bytes = 0;
  for (const row of rows) {
    const values: Record<string, ExportedCell> = cellsOf(row);
    const cells = columns.map((column) => values[column] ?? null) as ExportedPortion['rows'][number];
    bytes += new TextEncoder().encode(JSON.stringify(cells)).length;
    if (taken.length > 0 && bytes > MOST_BYTES) break;
    taken.push(cells);
  }
  const last = rows[taken.length - 1];
  const isAll = taken.length === rows.length && !more;
  return { columns, rows: taken, next: isAll || last === undefined ? null : placeOf(last) };
}
