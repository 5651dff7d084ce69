import type { ExportedPortion } from '@linkway/contracts';
import { CSV_MARK, csvLine } from '../csv/csv-line.js';
import type { ArchiveFile } from './zip-archive.js';

type Cell = ExportedPortion['rows'][number][number];

/** Reads the portion of a list from a place on; null: from its first row. */
export type ReadPortion = (from: string | null) => Promise<ExportedPortion>;

/** A list as a file of CSV and one of JSON: an array of objects. */
export function tableFiles(name: string, columns: readonly string[], read: ReadPortion): ArchiveFile[] {
  return [
    { name: `${name}.csv`, content: () => asCsv(columns, portions(columns, read)) },
    { name: `${name}.json`, content: () => asJson(columns, portions(columns, read)) },
  ];
}

/** Cells in the order of these columns, whatever the release that answers has besides. */
async function* portions(columns: readonly string[], read: ReadPortion): AsyncGenerator<Cell[][]> {
  for (let from: string | null = null; ; ) {
    const { columns: told, rows, next } = await read(from);
    const places = columns.map((column) => told.indexOf(column));
    if (rows.length > 0) yield rows.map((row) => places.map((place) => row[place] ?? null));
    if (next === null) return;
    from = next;
  }
}

async function* asCsv(columns: readonly string[], found: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(columns);
  for await (const rows of found) yield rows.map((row) => csvLine(row.map(inCsv))).join('');
}

async function* asJson(columns: readonly string[], found: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of found) {
    yield before + rows.map((row) => JSON.stringify(objectOf(columns, row))).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const objectOf = (columns: readonly string[], row: readonly Cell[]) =>
  Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));

const inCsv = (cell: Cell) => (typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell);
