import type { domainSaved, EventData } from '@linkway/contracts';
import type { HostRow } from './host.entity.js';

export interface KnownHost {
  /** The name that routes have: lower case, without port, an alias replaced. */
  host: string;
  /** A domain that was switched off answers as if it knew no code. */
  active: boolean;
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
});

/** Which host a request means, and whether that domain is switched on. */
export class HostBook {
  private readonly aliases = new Map<string, string>();
  private domains = new Map<string, HostRow>();
  /** Whether any domain of a host is switched on; made when it is asked for, as many domains may change at once. */
  private activeByHost: Map<string, boolean> | null = null;
  private readonly told = new Map<string, { row: HostRow; at: number }>();
  private readonly remembered = new Map<string, KnownHost>();

  /** Aliases as `localhost=127.0.0.1`. Throws on what is not one. */
  constructor(aliases: readonly string[]) {
    for (const entry of aliases) {
      const [alias, host, ...rest] = entry.split('=').map((name) => normalizeHost(name.trim()));
      if (!alias || !host || rest.length > 0) throw new Error(`HOST_ALIASES: ${entry} is not alias=host`);
      this.aliases.set(alias, host);
    }
  }

  find(header: string): KnownHost {
    const known = this.remembered.get(header);
    if (known !== undefined) return known;
    const name = normalizeHost(header);
    const host = this.aliases.get(name) ?? name;
    const found = { host, active: this.activeHosts().get(host) ?? true };
    if (this.remembered.size >= REMEMBERED) this.remembered.clear();
    this.remembered.set(header, found);
    return found;
  }

  /** Takes up what an event tells. */
  apply(row: HostRow, now = Date.now()): void {
    const known = this.domains.get(row.domain_id);
    if (known && known.version > row.version) return;
    this.told.set(row.domain_id, { row, at: now });
    this.domains.set(row.domain_id, row);
    this.changed();
  }

  /** Takes over the table as it is, under what events have told a moment ago. What left the table leaves the book. */
  replace(rows: readonly HostRow[], now = Date.now()): void {
    this.domains = new Map(rows.map((row) => [row.domain_id, row]));
    for (const [id, { row, at }] of this.told) {
      if (at < now - RECENT_MS) this.told.delete(id);
      else if ((this.domains.get(id)?.version ?? 0) < row.version) this.domains.set(id, row);
    }
    this.changed();
  }

  private changed(): void {
    this.activeByHost = null;
    this.remembered.clear();
  }

  private activeHosts(): Map<string, boolean> {
    if (this.activeByHost) return this.activeByHost;
    const active = new Map<string, boolean>();
    for (const { host, is_active } of this.domains.values()) active.set(host, is_active || active.get(host) === true);
    this.activeByHost = active;
    return active;
  }
}
