import type { DomainAddresses, domainSaved, EventData } from '@linkway/contracts';
import type { HostRow } from './host.entity.js';

export interface KnownHost {
  /** The name that routes have: lower case, without port, an alias replaced. */
  host: string;
  /** A domain that was switched off answers as if it knew no code. */
  active: boolean;
  /** It is a domain's. */
  isListed: boolean;
  /** Its own addresses; null: it has none. */
  addresses: DomainAddresses | null;
}

/** What of a domain the book needs. */
export type Domain = Pick<HostRow, 'domain_id' | 'host' | 'is_active' | 'version'> &
  Partial<Pick<HostRow, 'addresses'>>;

/** A host of the index, with its domains. */
interface Listed {
  /** The same object for as long as the host is listed: those who found it see it change. */
  known: KnownHost;
  domains: number;
  active: number;
}

const REMEMBERED = 10_000;
const MAX_HOST = 260;
/** An event may be seen here before the projection has written it; for so long it is put over what the table says. */
const RECENT_MS = 120_000;

/** Lower case, without port and final dot; `[::1]` keeps its brackets. Empty for what cannot be a host. */
export function normalizeHost(header: string): string {
  if (header.length > MAX_HOST) return '';
  const match = /^(\[[0-9a-fA-F:.]+\]|[^\s:/\\@]+?)\.?(?::\d{0,5})?$/.exec(header);
  return match?.[1]?.toLowerCase() ?? '';
}

export const hostRowOf = (event: EventData<typeof domainSaved>): HostRow => ({
  domain_id: event.domain_id,
  host: normalizeHost(event.domain_name),
  domain_name: event.domain_name,
  is_active: event.is_active,
  version: event.version,
  addresses: event.addresses ?? null,
});

/**
 * Which host a request means, and whether that domain is switched on: an index by host, which changes only where a domain
 * does, however many there are.
 */
export class HostBook {
  private readonly aliases = new Map<string, string>();
  private readonly domains = new Map<string, Domain>();
  private readonly hosts = new Map<string, Listed>();
  /** Versions that events have told a moment ago. */
  private readonly told = new Map<string, { version: number; at: number }>();
  private readonly remembered = new Map<string, KnownHost>();
  /** Told of what events said. */
  onTold: (domain: Domain) => void = () => undefined;
  /** It grows whenever a domain comes, goes or becomes otherwise. */
  revision = 0;

  /** Aliases as `localhost=127.0.0.1`. Throws on what is not one. */
  constructor(aliases: readonly string[]) {
    for (const entry of aliases) {
      const [alias, host, ...rest] = entry.split('=').map((name) => normalizeHost(name.trim()));
      if (!alias || !host || rest.length > 0) throw new Error(`HOST_ALIASES: ${entry} is not alias=host`);
      this.aliases.set(alias, host);
    }
  }

  /** Domains in the book. */
  get size(): number {
    return this.domains.size;
  }

  all(): Domain[] {
    return [...this.domains.values()];
  }

  find(header: string): KnownHost {
    const known = this.remembered.get(header);
    if (known !== undefined) return known;
    const name = normalizeHost(header);
    const host = this.aliases.get(name) ?? name;
    const found = this.hosts.get(host)?.known ?? { host, active: true, isListed: false, addresses: null };
    if (header.length > MAX_HOST) return found;
    if (this.remembered.size >= REMEMBERED) this.remembered.clear();
    this.remembered.set(header, found);
    return found;
  }

  /** Takes up what an event tells. */
  apply(row: Domain, now = performance.now()): void {
    const known = this.domains.get(row.domain_id);
    if (known && known.version > row.version) return;
    this.told.set(row.domain_id, { version: row.version, at: now });
    this.set(row);
    this.onTold(row);
  }

  /** Takes over what changed in the table, unless an event has told something newer a moment ago. */
  update(
    { changed, removed }: { changed: readonly Domain[]; removed: readonly string[] },
    now = performance.now(),
  ): void {
    for (const [id, { at }] of this.told) if (at < now - RECENT_MS) this.told.delete(id);
    for (const row of changed) if ((this.told.get(row.domain_id)?.version ?? 0) <= row.version) this.set(row);
    for (const id of removed) if (!this.told.has(id)) this.unset(id);
  }

  private set(row: Domain): void {
    const known = this.domains.get(row.domain_id);
    if (known?.host !== row.host || known.is_active !== row.is_active || known.version !== row.version)
      this.revision += 1;
    if (known?.host !== row.host) this.unset(row.domain_id);
    const listed = this.hosts.get(row.host) ?? this.list(row.host);
    if (known?.host === row.host) listed.active -= Number(known.is_active);
    else listed.domains += 1;
    listed.active += Number(row.is_active);
    listed.known.active = listed.active > 0;
    // Of several domains of one host, by their ports, that of the last one that was told.
    if (row.is_active) listed.known.addresses = row.addresses ?? null;
    this.domains.set(row.domain_id, row);
  }

  private unset(domainId: string): void {
    const known = this.domains.get(domainId);
    const listed = known && this.hosts.get(known.host);
    if (!known || !listed) return;
    this.revision += 1;
    this.domains.delete(domainId);
    listed.domains -= 1;
    listed.active -= Number(known.is_active);
    // A host without domains is as one that nobody ever told of.
    listed.known.active = listed.active > 0 || listed.domains === 0;
    listed.known.isListed = listed.domains > 0;
    if (listed.known.isListed) return;
    // Whoever was found before may still hold it.
    listed.known.addresses = null;
    this.hosts.delete(known.host);
  }

  private list(host: string): Listed {
    const listed = { known: { host, active: true, isListed: true, addresses: null }, domains: 0, active: 0 };
    this.hosts.set(host, listed);
    // It may have been found before, when nobody knew it.
    this.remembered.clear();
    return listed;
  }
}
