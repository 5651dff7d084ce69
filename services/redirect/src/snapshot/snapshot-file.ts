import { randomBytes } from 'node:crypto';
import { constants, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { domainAddressesSchema, routeSchema } from '@linkway/contracts';
import { z } from 'zod';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../click/disk.js';
import type { Domain } from '../host/host-book.js';
import { corrected, nameOf, type RouteVersion } from '../route/route-version.js';
import type { Workspace } from '../workspace/workspace-book.js';

/** What a process knew of hot links, of hosts, and of workspaces that are shut or have privacy mode. */
export interface Snapshot {
  /** When it was known to be right, in milliseconds. */
  at: number;
  /** Of what the process was told to use, and had reached. */
  stores: string;
  domains: Domain[];
  workspaces: Workspace[];
  /** The last visited first. */
  routes: KnownRoute[];
}

export interface KnownRoute {
  known: RouteVersion;
  /** It leads nowhere itself, and a link for any host is visited past it. */
  guards: boolean;
}

/** What has become otherwise since the snapshot was written. */
export type Change =
  | { at: number }
  | { domain: Domain }
  | { workspace: Workspace }
  /** `held`: this version gives way to it though it is newer. */
  | { known: RouteVersion; held: number | null };

const FORMAT = 1;
const SUFFIX = '.snapshot';
const UNFINISHED = '.part';
const OURS = /^[0-9a-z]+-[0-9a-f]{8}\.snapshot(\.part)?$/;
/** Lines that are made or read in one turn of the event loop. */
const PORTION = 250;
/** Nobody knows any more what has become of links since. */
const MOST_AGE_MS = 24 * 3_600_000;
/** A process adds to its snapshot every minute: one that did not for so long is dead, and whoever lives knows what is hot. */
const SILENT_MS = 150_000;
/** Of processes that ended together each has its own part of what is hot. */
export const TOGETHER_MS = 600_000;
/** Files that are read, those of the last ones: many are left where processes end again and again. */
const MOST_FILES = 8;

const domainSchema = z.object({
  domain_id: z.string(),
  host: z.string(),
  is_active: z.boolean(),
  version: z.int(),
  // A former release does not write it.
  addresses: domainAddressesSchema.nullable().default(null),
});
const workspaceSchema = z.object({
  workspace_id: z.string(),
  is_shut: z.boolean(),
  own_visits: z.string().nullable().optional(),
  version: z.int(),
});
const versionSchema = z.object({ code: z.string(), host: z.string(), version: z.int(), route: routeSchema.nullable() });
const endSchema = z.object({ format: z.literal(FORMAT), at: z.number(), stores: z.string(), crc: z.int() });
const lineSchema = z.union([
  z.object({ known: versionSchema, guards: z.boolean() }),
  z.object({ known: versionSchema, held: z.int().nullable() }),
  z.object({ domain: domainSchema }),
  z.object({ workspace: workspaceSchema }),
  z.object({ at: z.number() }),
]);

/**
 * The snapshot of one process in a folder that the processes of a machine share: lines of JSON, of which one has the checksum
 * of those before it. What changes afterwards is added behind it, so that a process that is killed has told it.
 */
export class SnapshotFile {
  private readonly path: string;
  private tail: FileHandle | null = null;
  /** Bytes that were added since it was written. */
  added = 0;

  constructor(private readonly folder: string) {
    const name = `${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;
    this.path = join(folder, `${name}${SUFFIX}`);
  }

  /**
   * Writes it anew, in portions, and puts it in the place of the former one once it is whole. `changed`: what became otherwise of keys
   * that are not in it, so that older files of others cannot bring it back.
   */
  async write(snapshot: Snapshot, changed: Iterable<Change> = []): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: PRIVATE_FOLDER });
    const unfinished = `${this.path}${UNFINISHED}`;
    try {
      const file = await open(unfinished, 'w', PRIVATE_FILE);
      try {
        await writeBody(file, snapshot, changed);
        await file.datasync();
      } finally {
        await file.close();
      }
      await this.close();
      await rename(unfinished, this.path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    this.added = 0;
  }

  /** Adds to what was written. Fails where that is gone, or was never there. */
  async append(changes: readonly Change[]): Promise<void> {
    await stat(this.path);
    // Not made anew: without what was written it would be of no use.
    this.tail ??= await open(this.path, constants.O_WRONLY | constants.O_APPEND);
    const text = changes.map((change) => `${JSON.stringify(change)}\n`).join('');
    // A line that was begun on a full disk must not take the next one with it.
    await this.tail.appendFile(`\n${text}`);
    this.added += Buffer.byteLength(text);
  }

  async close(): Promise<void> {
    const { tail } = this;
    this.tail = null;
    await tail?.close();
  }
}

/** Removes the snapshots of dead processes, which whoever reads them has taken over. */
export async function removeDead(folder: string, now = Date.now()): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => OURS.test(each))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (mtimeMs < now - SILENT_MS) await rm(path, { force: true });
  }
}

/** What the processes of a machine knew last; null: nothing that may be believed. Damaged files are told of and passed over. */
export async function readSnapshots(
  folder: string,
  onDamage: (file: string, error: unknown) => void,
  now = Date.now(),
): Promise<Snapshot | null> {
  const found: Read[] = [];
  for (const name of await lastOnes(folder)) {
    try {
      found.push(await readOne(join(folder, name)));
    } catch (error) {
      onDamage(name, error);
    }
  }
  const at = Math.max(...found.map((each) => each.at));
  if (found.length === 0 || at < now - MOST_AGE_MS) return null;
  const alike = found.filter((each) => each.at >= at - TOGETHER_MS).sort((a, b) => b.at - a.at);
  const all = new Map<string, Told>();
  for (const { routes } of alike) {
    for (const [name, told] of routes) {
      const before = all.get(name);
      if (!before || standsOver(told, before)) all.set(name, told);
    }
  }
  // A deleted link is known so that an older snapshot cannot bring it back; it is nothing to answer with.
  const routes = [...all.values()]
    .filter(({ known, guards }) => known.route !== null || guards)
    .map(({ known, guards }) => ({ known, guards }));
  const [last] = alike;
  return {
    at,
    stores: last?.stores ?? '',
    domains: [...(last?.domains.values() ?? [])],
    workspaces: [...(last?.workspaces.values() ?? [])],
    routes,
  };
}

/** Those that were added to last. */
async function lastOnes(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const ours = names.filter((name) => OURS.test(name) && !name.endsWith(UNFINISHED));
  const aged = await Promise.all(
    ours.map(async (name) => ({
      name,
      at: await stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  return aged
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_FILES)
    .map(({ name }) => name);
}

interface Read {
  at: number;
  stores: string;
  domains: Map<string, Domain>;
  workspaces: Map<string, Workspace>;
  routes: Map<string, Told>;
}

interface Told extends KnownRoute {
  /** It stands over a version that links took back, or is of those that links has made anew since, up to that one. */
  takesBack: boolean;
  /** The newest version that it stands over: that one, or its own. */
  over: number;
}

/** Between two files: who knows that links took a version back knows what has become of it since, else who was right later. */
function standsOver(one: Told, other: Told): boolean {
  if (one.over !== other.over) return one.over > other.over;
  if (one.takesBack !== other.takesBack) return one.takesBack;
  return knowsMore(one, other);
}

/** Who holds a version's route knows more of it than who only heard that the key became otherwise (`SnapshotWriter`). */
const knowsMore = (one: Told, other: Told): boolean =>
  one.known.route !== null && other.known.route === null && one.known.version === other.known.version;

async function writeBody(file: FileHandle, snapshot: Snapshot, changed: Iterable<Change>): Promise<void> {
  let crc = 0;
  let portion: string[] = [];
  const flush = async () => {
    const bytes = Buffer.from(portion.join(''));
    portion = [];
    crc = crc32(bytes, crc);
    await file.writeFile(bytes);
  };
  for (const line of linesOf(snapshot, changed)) {
    portion.push(`${JSON.stringify(line)}\n`);
    if (portion.length === PORTION) await flush();
  }
  await flush();
  const { at, stores } = snapshot;
  await file.writeFile(`${JSON.stringify({ format: FORMAT, at, stores, crc })}\n`);
}

function* linesOf({ domains, workspaces, routes }: Snapshot, changed: Iterable<Change>): Iterable<object> {
  for (const domain of domains) yield { domain };
  for (const workspace of workspaces) yield { workspace };
  for (const { known, guards } of routes) yield { known, guards };
  yield* changed;
}

async function readOne(path: string): Promise<Read> {
  const bytes = await readFile(path);
  // No text within a line of JSON holds a line's end.
  const endAt = bytes.indexOf('\n{"format":') + 1;
  const tailAt = bytes.indexOf('\n', endAt) + 1;
  const end = endSchema.parse(JSON.parse(bytes.toString('utf8', endAt, tailAt)));
  if (crc32(bytes.subarray(0, endAt)) !== end.crc) throw new Error('its checksum is wrong');
  const read: Read = { at: end.at, stores: end.stores, domains: new Map(), workspaces: new Map(), routes: new Map() };
  const lines = [bytes.toString('utf8', 0, endAt), bytes.toString('utf8', tailAt)].flatMap((text) => text.split('\n'));
  for (let from = 0; from < lines.length; from += PORTION) {
    for (const line of lines.slice(from, from + PORTION)) if (line !== '') take(read, line);
    await turn();
  }
  return read;
}

/** A line that cannot be read was cut off, or is of another release: as if it had not been told. */
function take(read: Read, text: string): void {
  const { data: line } = lineSchema.safeParse(parsed(text));
  if (!line) return;
  if ('at' in line) read.at = Math.max(read.at, line.at);
  else if ('domain' in line) addDomain(read, line.domain);
  else if ('workspace' in line) addWorkspace(read, line.workspace);
  else {
    const name = nameOf(line.known.code, line.known.host);
    if ('guards' in line) read.routes.set(name, { ...line, takesBack: false, over: line.known.version });
    else {
      const { known, held } = line;
      const before = read.routes.get(name);
      const guards = known.route === null && (before?.guards ?? false);
      const isAnew = before?.takesBack === true && known.version <= before.over;
      const over = Math.max(known.version, held ?? 0, isAnew ? before.over : 0);
      const told = { known, guards, takesBack: isAnew || (held !== null && held >= known.version), over };
      if (held === null && before && knowsMore(before, told)) return;
      if (corrected(before?.known, known, held) === known) read.routes.set(name, told);
    }
  }
}

function addDomain({ domains }: Read, domain: Domain): void {
  const known = domains.get(domain.domain_id);
  if (!known || known.version <= domain.version) domains.set(domain.domain_id, domain);
}

function addWorkspace({ workspaces }: Read, workspace: Workspace): void {
  const known = workspaces.get(workspace.workspace_id);
  if (!known || known.version <= workspace.version) workspaces.set(workspace.workspace_id, workspace);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
