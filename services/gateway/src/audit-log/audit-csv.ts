import type { AuditEntry } from '@linkway/contracts';
import { CSV_MARK, type CsvCell, csvLine } from '../csv/csv-line.js';

const COLUMNS: Record<string, (entry: AuditEntry) => CsvCell> = {
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

export const csvHead = CSV_MARK + csvLine(Object.keys(COLUMNS));
export const entryLine = (entry: AuditEntry): string => csvLine(Object.values(COLUMNS).map((cell) => cell(entry)));
