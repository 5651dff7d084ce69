import type { ClickedLinks } from '@linkway/kit/api';

/** After a refusal: too many windows, too many pages on the server, a server of the former release. */
const AGAIN_MS = 60_000;
const SPREAD_MS = 10_000;
/** What a page has asked for a moment ago is asked for again once it is drawn. */
const DRAWN_MS = 2_000;
/** A connection that the network has left looks open for minutes. */
const NETWORK = ['online', 'offline'];

/** `link_ids` of what was clicked; null: of any link, or nobody knows what was missed. */
type Listener = (linkIds: readonly string[] | null) => void;

/**
 * Hears of clicks while the page is in sight: one connection for all that it shows, as a browser has few of them. Whatever
 * was missed before it was connected is for the listeners to ask for, so each connection is told to them like a click.
 */
export class ClickFeed {
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<() => void>();
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private wasLost = false;
  /** The page that listens has just asked. */
  private isFirst = true;
  private account: string | null = null;

  /** Whether clicks are heard of now. */
  readonly isOpen = (): boolean => this.source?.readyState === 1;

  /** Calls back when `isOpen` may have changed. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  listen(account: string, listener: Listener): () => void {
    if (this.listeners.size === 0) {
      this.isFirst = true;
      document.addEventListener('visibilitychange', this.look);
      for (const name of NETWORK) window.addEventListener(name, this.look);
    }
    if (account !== this.account) this.close();
    this.account = account;
    this.listeners.add(listener);
    this.look();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      document.removeEventListener('visibilitychange', this.look);
      for (const name of NETWORK) window.removeEventListener(name, this.look);
      this.close();
    };
  }

  private readonly look = (): void => {
    if (document.visibilityState === 'hidden' || !navigator.onLine) this.close();
    else if (!this.source) this.open();
  };

  private open(): void {
    clearTimeout(this.timer);
    if (this.account === null || typeof EventSource === 'undefined') return;
    const source = new EventSource(`/api/analytics/live?account=${this.account}`);
    this.source = source;
    source.addEventListener('open', () => {
      this.changed();
      // All pages of a server that was away are back at once: each asks at a moment of its own.
      const wait = this.wasLost ? Math.random() * SPREAD_MS : this.isFirst ? DRAWN_MS : 0;
      this.isFirst = false;
      this.wasLost = false;
      clearTimeout(this.telling);
      this.telling = setTimeout(() => this.tell(null), wait);
    });
    source.addEventListener('clicks', ({ data }) => this.tell((JSON.parse(data) as ClickedLinks).link_ids));
    source.addEventListener('error', () => {
      this.wasLost = true;
      // It connects again by itself, unless it was refused.
      if (source.readyState === 2) {
        this.close();
        this.timer = setTimeout(this.look, AGAIN_MS);
      }
      this.changed();
    });
  }

  private close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.telling);
    if (!this.source) return;
    this.source.close();
    this.source = null;
    this.changed();
  }

  private changed(): void {
    for (const watcher of this.watchers) watcher();
  }

  private tell(linkIds: readonly string[] | null): void {
    for (const listener of this.listeners) listener(linkIds);
  }
}
