import { isLocation } from '@linkway/contracts/rules';

/** One row of the form; a country's code or `other`, null while none is chosen. */
export interface LocationRow {
  country: string | null;
  url: string;
}

export const emptyRow: LocationRow = { country: null, url: '' };

/** One row stays on the screen, where there is none an empty one. */
export function rowsOf(targets: Record<string, string> = {}): LocationRow[] {
  const rows = Object.entries(targets).map(([country, url]) => ({ country, url }));
  return rows.length > 0 ? rows : [emptyRow];
}

/** What the API is sent: rows without a country or an address are left out. */
export const targetsOf = (rows: readonly LocationRow[]): Record<string, string> =>
  Object.fromEntries(
    rows
      .map(({ country, url }) => [country ?? '', url.trim()] as const)
      .filter(([country, url]) => isLocation(country) && url !== ''),
  );

/** What the form calls a field of the API: `location_targeting.VN` is the address of a row. */
export function nameInRows(field: string, rows: readonly LocationRow[]): string {
  const at = rows.findIndex(({ country, url }) => field === `location_targeting.${country}` && url.trim() !== '');
  return at === -1 ? field : `location_targeting.${at}.url`;
}
