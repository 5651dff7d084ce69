export type CsvCell = string | number | boolean | null;

/** Tells spreadsheets that the file is UTF-8. */
export const CSV_MARK = '\u{feff}';

/**
 * Spreadsheets take a cell that begins so for a formula, and do what it says. Some take away first what is not seen, and take wide signs of
 * East Asian keyboards for those that they stand for.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u;

/** RFC 4180. Text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
