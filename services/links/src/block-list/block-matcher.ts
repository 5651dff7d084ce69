import { isIP } from 'node:net';
import { addressEntryOf, type ComparedAddress, comparedOf, type Entry, type EntryKind } from './block-entry.js';

export interface ListedEntry {
  id: string;
  kind: EntryKind;
  entry: string;
}

/**
 * Entries in memory. An address is looked up by its host and each name above it, by the beginnings of its path, and as a whole: what that
 * costs does not grow with the number of entries.
 */
export class BlockMatcher<E extends ListedEntry> {
  private readonly byEntry = new Map<string, E>();
  private readonly byId = new Map<string, E>();
  /** Of hosts that paths are blocked on: how many entries, and how long the longest is or was. */
  private readonly paths = new Map<string, { entries: number; longest: number }>();

  get size(): number {
    return this.byId.size;
  }

  get(id: string): E | undefined {
    return this.byId.get(id);
  }

  add(entry: E): void {
    this.remove(entry.id);
    this.byId.set(entry.id, entry);
    this.byEntry.set(keyOf(entry), entry);
    if (entry.kind !== 'path') return;
    const { host, path } = comparedOf(`http://${entry.entry}`);
    const known = this.paths.get(host) ?? { entries: 0, longest: 0 };
    this.paths.set(host, { entries: known.entries + 1, longest: Math.max(known.longest, path.length) });
  }

  remove(id: string): void {
    const entry = this.byId.get(id);
    if (!entry) return;
    this.byId.delete(id);
    if (this.byEntry.get(keyOf(entry)) === entry) this.byEntry.delete(keyOf(entry));
    if (entry.kind !== 'path') return;
    const { host } = comparedOf(`http://${entry.entry}`);
    const known = this.paths.get(host);
    if (known && known.entries > 1) this.paths.set(host, { ...known, entries: known.entries - 1 });
    else this.paths.delete(host);
  }

  /** Those that an address is blocked by, the widest first; what is no web address is by none. */
  find(address: string): E[] {
    if (this.byId.size === 0 || !URL.canParse(address)) return [];
    const compared = comparedOf(address);
    return [...this.sites(compared.host), ...this.ofHost(compared)];
  }

  private sites(host: string): E[] {
    const found: E[] = [];
    // Numbers have nothing below them.
    const names = host.startsWith('[') || isIP(host) !== 0 ? [host] : namesAbove(host);
    for (const name of names) {
      const entry = this.byEntry.get(`site ${name}`);
      if (entry) found.push(entry);
    }
    return found;
  }

  private ofHost(compared: ComparedAddress): E[] {
    const { host } = compared;
    const found = new Set([this.byEntry.get(`host =${host}`)]);
    const longest = this.paths.get(host)?.longest ?? 0;
    for (const path of new Set([compared.path, compared.written])) {
      found.add(this.byEntry.get(`address ${addressEntryOf({ ...compared, path })}`));
      for (const end of partsOf(path, longest)) found.add(this.byEntry.get(`path ${host}${path.slice(0, end)}`));
    }
    return [...found].filter((entry) => entry !== undefined);
  }
}

/** One of its kind on a list. */
export const keyOf = ({ kind, entry }: Entry): string => `${kind} ${entry}`;

/** From the one below the top to the host itself. */
function namesAbove(host: string): string[] {
  const names: string[] = [];
  for (let at = host.lastIndexOf('.'); at > 0; ) {
    at = host.lastIndexOf('.', at - 1);
    names.push(host.slice(at + 1));
  }
  return names.length > 0 ? names : [host];
}

/** Where beginnings of a path end that an entry may be: before a slash, behind it, and at its end. */
function* partsOf(path: string, longest: number): Generator<number> {
  for (let at = path.indexOf('/', 1); at > 0 && at <= longest; at = path.indexOf('/', at + 1)) {
    yield at;
    if (at + 1 <= longest && at + 1 < path.length) yield at + 1;
  }
  if (path.length > 1 && path.length <= longest) yield path.length;
}
