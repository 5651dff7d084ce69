import { createHash } from 'node:crypto';
import { queryNamed, removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { DestinationAddress } from './destination-address.js';
import type { FramePolicies } from './framing.js';
import type { FetchedImages, FetchedPage } from './site-fetcher.js';

/** What is known of an address, told anew once it is so old. */
export const STALE = "interval '7 days'";
/** It is written down no oftener that an address is in use. */
const USE_NOTED = "interval '1 day'";
/** What no link led to, and nobody looked at, for so long is forgotten. */
const KEPT = "interval '30 days'";

export interface KnownDestination {
  digest: Buffer;
  title: string | null;
  icon_key: string | null;
  picture_key: string | null;
  /** null: its page was not read yet. */
  final_url: string | null;
  frame_policies: FramePolicies;
  status: number | null;
  /** When somebody last looked; null: nobody has yet. */
  looked_at: Date | null;
  /** Whether to note that it is used, or that it is to be looked at again. */
  is_due: boolean;
}

const KNOWN = {
  name: 'links-known-destinations',
  text: `SELECT digest, title, icon_key, picture_key, final_url, frame_policies, status, looked_at,
      used_at < now() - ${USE_NOTED} OR (next_at IS NULL AND looked_at < now() - ${STALE}) AS is_due
    FROM destinations WHERE digest = ANY($1::bytea[])`,
};

// In the order of their digests, so that those who note the same ones at once wait for each other in one order.
const NOTE = {
  name: 'links-note-destinations',
  text: `INSERT INTO destinations AS known (digest, url, host, next_at)
    SELECT digest, url, host, now() FROM unnest($1::bytea[], $2::text[], $3::text[]) AS given (digest, url, host) ORDER BY digest
    ON CONFLICT (digest) DO UPDATE SET used_at = now(),
      attempts = CASE WHEN known.next_at IS NULL AND known.looked_at < now() - ${STALE} THEN 0 ELSE known.attempts END,
      next_at = CASE WHEN known.next_at IS NULL AND known.looked_at < now() - ${STALE} THEN now() ELSE known.next_at END
    WHERE known.used_at < now() - ${USE_NOTED} OR (known.next_at IS NULL AND known.looked_at < now() - ${STALE})
    RETURNING next_at IS NOT NULL AS is_waiting`,
};

/** What is known of the pages that links lead to, by address: nothing in it says whose links those are. */
@Injectable()
export class SiteRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  known(digests: readonly Buffer[]): Promise<KnownDestination[]> {
    return queryNamed<KnownDestination>(this.database.manager, KNOWN, [digests]);
  }

  /** That links lead there. Whether any of them waits to be looked at. */
  async note(addresses: readonly DestinationAddress[]): Promise<boolean> {
    const different = [...new Map(addresses.map((address) => [address.url, address])).values()];
    if (different.length === 0) return false;
    const noted = await queryNamed<{ is_waiting: boolean }>(this.database.manager, NOTE, [
      different.map(({ digest }) => digest),
      different.map(({ url }) => url),
      different.map(({ host }) => host),
    ]);
    return noted.some(({ is_waiting }) => is_waiting);
  }

  /** Writes down a page that was read, be it asked for or not. */
  keep({ digest, url, host }: DestinationAddress, page: FetchedPage, images: FetchedImages): Promise<void> {
    return this.database.transaction(async (manager) => {
      const icon = await keepImage(manager, images.icon);
      const picture = await keepImage(manager, images.picture);
      await manager.query(
        `INSERT INTO destinations (digest, url, host, title, icon_key, picture_key, final_url, frame_policies, status, looked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
         ON CONFLICT (digest) DO UPDATE SET title = EXCLUDED.title, icon_key = EXCLUDED.icon_key,
           picture_key = EXCLUDED.picture_key, final_url = EXCLUDED.final_url, frame_policies = EXCLUDED.frame_policies,
           status = EXCLUDED.status, failure = NULL, attempts = 0, next_at = NULL, looked_at = now()`,
        [digest, url, host, page.head?.title ?? null, icon, picture, page.url, page.policies, page.status],
      );
    });
  }

  /** null: there is none. */
  async image(key: string): Promise<Buffer | null> {
    const [row] = await this.database.query<{ image: Buffer }[]>('SELECT image FROM site_images WHERE key = $1', [key]);
    return row?.image ?? null;
  }

  /** Some of the addresses that nobody uses any more, then of the images that no address has; 0: there are more. */
  async forget(): Promise<0 | undefined> {
    const more = await removeSome(this.database, {
      table: 'destinations',
      by: 'used_at',
      where: `< now() - ${KEPT}`,
    });
    return (await this.forgetImages()) ?? more;
  }

  /** An image that is kept anew at this moment is younger than a day by then, and stays. */
  private async forgetImages(): Promise<0 | undefined> {
    const most = 1_000;
    const [, removed] = await this.database.query<[unknown[], number]>(
      `DELETE FROM site_images WHERE kept_at < now() - ${USE_NOTED} AND key = ANY(ARRAY(
         SELECT key FROM site_images AS one WHERE kept_at < now() - ${USE_NOTED}
           AND NOT EXISTS (SELECT FROM destinations WHERE icon_key = one.key)
           AND NOT EXISTS (SELECT FROM destinations WHERE picture_key = one.key)
         LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      [most],
    );
    return removed === most ? 0 : undefined;
  }
}

/** Once, however many pages show it. */
async function keepImage(manager: EntityManager, image: Buffer | null): Promise<string | null> {
  if (image === null) return null;
  const key = createHash('sha256').update(image).digest('base64url').slice(0, 22);
  await manager.query(
    'INSERT INTO site_images (key, image) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET kept_at = now()',
    [key, image],
  );
  return key;
}
