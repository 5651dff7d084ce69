import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomKey } from '@linkway/platform';
import { z } from 'zod';
import type { RedirectConfig } from '../config.js';

const blockedSchema = z.object({
  version: z.int(),
  blocked: z.array(z.object({ address: z.string(), expires_at: z.string().nullable() })),
});
export type Blocked = z.output<typeof blockedSchema>;

const NAME = 'blocked.json';

/** Where the processes of a machine keep what is blocked, for a start without stores. All write the same. */
export class BlockedFile {
  private readonly folder: string;

  constructor(config: Pick<RedirectConfig, 'SNAPSHOT_DIR' | 'CLICK_LOG_DIR'>) {
    this.folder = config.SNAPSHOT_DIR || join(config.CLICK_LOG_DIR, 'snapshot');
  }

  /** null: there is none, or it cannot be read. */
  async read(): Promise<Blocked | null> {
    try {
      return blockedSchema.parse(JSON.parse(await readFile(join(this.folder, NAME), 'utf8')));
    } catch {
      return null;
    }
  }

  /** As a whole, or not at all. */
  async write(blocked: Blocked): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const unfinished = join(this.folder, `${NAME}.${randomKey()}`);
    await writeFile(unfinished, JSON.stringify(blocked), { mode: 0o600, flush: true });
    await rename(unfinished, join(this.folder, NAME));
  }
}
