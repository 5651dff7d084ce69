import type { AuditEntry } from '@linkway/contracts';

type Cell = string | number | null;

const COLUMNS: Record<string, (entry: AuditEntry) => Cell> = {
  seq: ({ seq }) => seq,
  timestamp: ({ timestamp }) => timestamp,
  level: ({ level }) => level,
  action: ({ action }) => action,
  module: ({ module }) => module,
  user_id: ({ user_id }) => user_id,
  user_email: ({ user_email }) => user_email,
  user_name: ({ user_name }) => user_name,
  target_kind: ({ target }) => target?.kind ?? null,
  target_id: ({ target }) => target?.id ?? null,
  target_name: ({ target }) => target?.name ?? null,
  ip_address: ({ ip_address }) => ip_address,
  details: ({ details }) => JSON.stringify(details),
  prev_hash: ({ prev_hash }) => prev_hash,
  hash: ({ hash }) => hash,
};

/** Spreadsheets take a cell that begins so for a formula, and do what it says. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180; the mark at its beginning tells spreadsheets that it is UTF-8. */
export const csvHead = `\u{feff}${line(Object.keys(COLUMNS))}`;
export const csvLine = (entry: AuditEntry): string => line(Object.values(COLUMNS).map((cell) => cell(entry)));

function line(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
