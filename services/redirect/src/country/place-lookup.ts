import { access, constants } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { AppLogger } from '@linkway/platform';
import type { GeoFile, PlaceRecord } from '@linkway/platform/geo';

/** How long a file stays in memory after a question. */
export const REST_MS = 60_000;
/** A file that could not be read is left alone for so long. */
const AGAIN_AFTER_MS = 10_000;

export interface PlaceSource {
  /** By the version of the address. */
  v4: GeoFile;
  v6: GeoFile;
  /** What is known by a record; empty: nothing. */
  read: (record: PlaceRecord | null) => string;
  /** Said in the log where a file cannot be read. */
  lost: string;
}

/** One fact of the place of an address. A file that cannot be read fails no visit: the fact is not known then, and readiness says so. */
export class PlaceLookup {
  private fault: string | null = null;
  private againAt = 0;

  constructor(
    private readonly source: PlaceSource,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /** In the same turn while the file is in memory; empty where it is not known. */
  find(ip: string, now = performance.now()): string | Promise<string> {
    const version = isIP(ip);
    if (now < this.againAt || version === 0) return '';
    try {
      const found = (version === 4 ? this.source.v4 : this.source.v6).find(ip);
      if (!(found instanceof Promise)) return this.known(found);
      return found.then(
        (record) => this.known(record),
        (error: unknown) => this.fail(error, now),
      );
    } catch (error) {
      return this.fail(error, now);
    }
  }

  /** Before anybody has asked, whether the files could be read at all. Throws what is wrong. */
  async check(): Promise<void> {
    if (this.fault !== null) throw new Error(this.fault);
    for (const { path } of new Set([this.source.v4, this.source.v6])) {
      await access(path, constants.R_OK).catch((error: unknown) => {
        throw new Error(String(error), { cause: error });
      });
    }
  }

  private known(record: PlaceRecord | null): string {
    this.fault = null;
    return this.source.read(record);
  }

  private fail(error: unknown, now: number): string {
    // Everybody who waited for it is told together.
    if (now >= this.againAt) {
      this.againAt = now + AGAIN_AFTER_MS;
      this.logger.warn(this.source.lost, { error });
    }
    this.fault = String(error);
    return '';
  }
}
