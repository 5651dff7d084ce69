import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppLogger } from '@linkway/platform';
import type { Remote } from '../web-files.js';
import { type TabList, tabList } from './tab-list.js';

/** A build may replace the file; an address is somebody else's server. */
const FILE_KEPT_MS = 1_000;
const ADDRESS_KEPT_MS = 60_000;
const AGAIN_AFTER_MS = 10_000;
const PATIENCE_MS = 3_000;
/** The first page after a start may wait for so long. */
const FIRST_PATIENCE_MS = 1_000;
const MOST_BYTES = 256 * 1024;

/** The tabs that remotes say they have. A remote that is down, or says nonsense, has those that it had. */
export class RemoteTabs {
  private readonly sources: Source[];

  constructor(remotes: readonly Remote[], logger: AppLogger) {
    this.sources = remotes.map((remote) => new Source(remote, logger));
  }

  async lists(): Promise<Map<string, TabList>> {
    const known = await Promise.all(this.sources.map(async (source) => [source.name, await source.list()] as const));
    return new Map(known.flatMap(([name, list]) => (list ? [[name, list]] : [])));
  }
}

class Source {
  readonly name: string;
  private known: TabList | null = null;
  private freshUntil = 0;
  private asking: Promise<void> | null = null;
  private isDown = false;
  private readonly remote: Remote;
  private readonly logger: AppLogger;

  constructor(remote: Remote, logger: AppLogger) {
    this.name = remote.name;
    this.remote = remote;
    this.logger = logger;
  }

  /** A file is read at once; another server is asked beside the answer, save where nothing is known of it. */
  async list(): Promise<TabList | null> {
    if (Date.now() >= this.freshUntil) this.asking ??= this.ask().finally(() => (this.asking = null));
    if (this.asking && this.remote.folder) await this.asking;
    else if (this.asking && !this.known && !this.isDown) {
      await Promise.race([this.asking, new Promise((resolve) => setTimeout(resolve, FIRST_PATIENCE_MS).unref())]);
    }
    return this.known;
  }

  private async ask(): Promise<void> {
    try {
      const text = await read(this.remote);
      this.known = text === null ? null : tabList.parse(JSON.parse(text));
      this.freshUntil = Date.now() + (this.remote.folder ? FILE_KEPT_MS : ADDRESS_KEPT_MS);
      if (this.isDown) this.logger.info('the tabs of a remote are there again', { remote: this.name });
      this.isDown = false;
    } catch (error) {
      this.freshUntil = Date.now() + (this.remote.folder ? FILE_KEPT_MS : AGAIN_AFTER_MS);
      if (!this.isDown) this.logger.warn('the tabs of a remote could not be read', { remote: this.name, error });
      this.isDown = true;
    }
  }
}

/** tabs.json beside the manifest; null where that lies on this host's name, but not here. */
async function read({ folder, manifest }: Remote): Promise<string | null> {
  if (folder) return readFile(join(folder, 'tabs.json'), 'utf8');
  if (!URL.canParse(manifest)) return null;
  const response = await fetch(new URL('tabs.json', manifest), { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok || !response.body) throw new Error(`tabs.json was answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`tabs.json is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
