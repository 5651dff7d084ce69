export type CsvCell = string | number | boolean | null;

/** Tells spreadsheets that the file is UTF-8. */
export const CSV_MARK = '\u{feff}';

/** Spreadsheets take a cell that begins so for a formula, and do what it says. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180. Text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
