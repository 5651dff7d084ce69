import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { AppLogger, CONFIG, type Periodic, periodic } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { comparedOf, type Entry, entryOf, entryOfAddress } from '../block-list/block-entry.js';
import { BlockMatcher, keyOf, type ListedEntry } from '../block-list/block-matcher.js';
import type { LinksConfig } from '../config.js';
import { SHIPPED_LIST } from './shipped-list.js';

type Listed = ListedEntry & { threat: string };

const LOOK_EVERY_MS = 30_000;
const HASH = /^sha256:([\da-f]{64})$/i;
const HARMFUL = 'harmful';

export interface ParsedList {
  entries: BlockMatcher<Listed>;
  /** Threats by the digest of a host or of an address. */
  hashes: ReadonlyMap<string, string>;
  faults: number;
}

/**
 * A line each: an entry as the block list has it, or `sha256:` and the digest of a host or an address in that form, in hexadecimal digits; then,
 * after a space, what the threat is called. `#` begins a remark.
 */
export function parseList(text: string): ParsedList {
  const entries = new BlockMatcher<Listed>();
  const hashes = new Map<string, string>();
  let faults = 0;
  for (const line of text.split('\n')) {
    const [what = '', threat = HARMFUL] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    const hash = HASH.exec(what)?.[1];
    if (hash) hashes.set(hash.toLowerCase(), threat);
    const entry = hash ? null : entryOf(what);
    if (entry && 'fault' in entry) faults += 1;
    else if (entry) entries.add({ id: keyOf(entry), ...entry, threat });
  }
  return { entries, hashes, faults };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a list says of an address, and by which entry. */
export interface Harm {
  threat: string;
  entry: Entry;
}

/** Everything that a list says of an address. */
function harmsIn({ entries, hashes }: ParsedList, address: string): Harm[] {
  const listed = entries.find(address).map(({ threat, kind, entry }) => ({ threat, entry: { kind, entry } }));
  if (hashes.size === 0 || !URL.canParse(address)) return listed;
  const { host } = comparedOf(address);
  const hashed = [{ kind: 'host' as const, entry: `=${host}` }, entryOfAddress(address)].flatMap((entry) => {
    const threat = hashes.get(digestOf(entry.kind === 'host' ? host : entry.entry));
    return threat === undefined ? [] : [{ threat, entry }];
  });
  return [...listed, ...hashed];
}

/** null: nothing. */
export const harmIn = (list: ParsedList, address: string): Harm | null => harmsIn(list, address)[0] ?? null;

/** Whether a list says harm of what an entry stands for. */
export const says = (list: ParsedList, { kind, entry }: Entry): boolean =>
  harmsIn(list, `http://${entry.replace(/^=/, '')}`).some(
    (harm) => harm.entry.kind === kind && harm.entry.entry === entry,
  );

/** The list that ships, or an operator's own in its place, read anew once its file has changed. */
@Injectable()
export class ReputationList implements OnApplicationBootstrap, OnModuleDestroy {
  readonly name = 'local';
  private list = parseList(SHIPPED_LIST);
  private readAt = 0;
  private reading: Periodic | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly logger: AppLogger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.REPUTATION_LIST === '') return;
    this.reading = periodic(LOOK_EVERY_MS, () => this.renew(), {
      name: 'reading the reputation list',
      logger: this.logger,
    });
    await this.reading.now();
  }

  async onModuleDestroy(): Promise<void> {
    await this.reading?.stop();
  }

  /** A file that cannot be read leaves what was known before. */
  async renew(): Promise<void> {
    const { mtimeMs } = await stat(this.config.REPUTATION_LIST);
    if (mtimeMs === this.readAt) return;
    this.list = parseList(await readFile(this.config.REPUTATION_LIST, 'utf8'));
    this.readAt = mtimeMs;
    const { entries, hashes, faults } = this.list;
    this.logger.info('reputation list read', { entries: entries.size + hashes.size, faults });
  }

  find(address: string): Harm | null {
    return harmIn(this.list, address);
  }

  /** Whether an entry that was made of it is still what it says. */
  says(entry: Entry): boolean {
    return says(this.list, entry);
  }
}
