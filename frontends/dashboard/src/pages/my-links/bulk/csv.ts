import type { Link } from '@linkway/kit/api';

type Cell = string | number | boolean | null | undefined;

const COLUMNS: readonly [name: string, of: (link: Link) => Cell][] = [
  ['short_url', (link) => link.short_url],
  ['original_url', (link) => link.original_url],
  ['title', (link) => link.title],
  ['tags', (link) => (link.tags ?? []).join(', ')],
  ['clicks_count', (link) => link.clicks_count],
  ['is_active', (link) => link.is_active],
  ['created_at', (link) => link.created_at],
  ['expires_at', (link) => link.expires_at],
  ['max_clicks', (link) => link.max_clicks],
];

/** As RFC 4180 has it, with the mark by which spreadsheets know UTF-8. */
export const csvOf = (links: Iterable<Link>): string =>
  `\uFEFF${[COLUMNS.map(([name]) => name), ...[...links].map((link) => COLUMNS.map(([, of]) => cell(of(link))))]
    .map((row) => row.join(','))
    .join('\r\n')}\r\n`;

/** What a spreadsheet would take for a formula is a text to it by the apostrophe. */
function cell(value: Cell): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
