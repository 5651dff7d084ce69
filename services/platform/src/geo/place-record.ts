import type { Response } from 'maxmind';

/** What a file tells of an address: DB-IP has flat fields; a file of MaxMind's own form has nested ones. */
export type PlaceRecord = Response & {
  country_code?: string;
  city?: string | { names?: { en?: string } };
  country?: { iso_code?: string };
};

/** English, without the district: "Hanoi (Ba Dinh)" and "Hanoi (Cau Giay)" are one city. Empty where it is not known. */
export const cityOf = (record: PlaceRecord | null): string => {
  const city = typeof record?.city === 'string' ? record.city : (record?.city?.names?.en ?? '');
  return city.replace(/\s*\(.*\)$/, '').trim();
};

/** ISO 3166-1 alpha-2 in capital letters; empty where it is not known. */
export const countryOf = (record: PlaceRecord | null): string =>
  (record?.country_code ?? record?.country?.iso_code ?? '').toUpperCase();
