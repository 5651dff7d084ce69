import { AddressList } from './address-list.js';

export interface BlockedEntry {
  /** An address or a network (CIDR). */
  readonly address: string;
  /** null: it stays. */
  readonly expires_at: string | null;
}

/** As long as a timer can be. */
const MOST_MS = 2 ** 31 - 1;

/** Addresses that are refused, each until its time is over. Asking costs nothing where there are none. */
export class BlockedAddresses {
  private list: AddressList | null = null;
  private entries: readonly BlockedEntry[] = [];
  private timer: NodeJS.Timeout | undefined;

  set(entries: readonly BlockedEntry[]): void {
    this.entries = entries;
    this.build();
  }

  has(ip: string): boolean {
    return this.list !== null && this.list.has(ip);
  }

  private build(now = Date.now()): void {
    clearTimeout(this.timer);
    const ends = ({ expires_at }: BlockedEntry) =>
      expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
    this.entries = this.entries.filter((entry) => ends(entry) > now);
    this.list = this.entries.length > 0 ? new AddressList(this.entries.map(({ address }) => address)) : null;
    const next = Math.min(...this.entries.map(ends));
    if (!Number.isFinite(next)) return;
    this.timer = setTimeout(() => this.build(), Math.min(next - now, MOST_MS));
    this.timer.unref();
  }
}
