import { type ClickedLinks, MOST_NAMED_LINKS } from '@linkway/contracts';

import { type EventStream, eventText } from './event-stream.js';

/** A workspace's pages hear of clicks at most so often: each time they ask for what they show. */
const TELL_EVERY_MS = 500;

/** The open pages of one workspace. Many processes tell of clicks; they are told together. */
export class Listeners {
  private readonly streams = new Set<EventStream>();
  private waiting: Set<string> | 'any' | null = null;
  private timer: NodeJS.Timeout | undefined;
  private later: NodeJS.Timeout | undefined;

  get size(): number {
    return this.streams.size;
  }

  add(stream: EventStream): void {
    this.streams.add(stream);
  }

  /** True when that was the last. */
  remove(stream: EventStream): boolean {
    this.streams.delete(stream);
    if (this.streams.size > 0) return false;
    clearTimeout(this.timer);
    clearTimeout(this.later);
    return true;
  }

  /** The first at once, what follows soon together. */
  tell({ link_ids }: ClickedLinks): void {
    this.waiting = united(this.waiting, link_ids);
    if (this.timer) return;
    this.send();
  }

  /** At a moment of its own within so long. */
  tellWithin(ms: number, clicked: ClickedLinks): void {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.tell(clicked), Math.random() * ms);
  }

  private send(): void {
    const { waiting } = this;
    this.timer = undefined;
    if (waiting === null) return;
    this.waiting = null;
    const text = eventText('clicks', { link_ids: waiting === 'any' ? null : [...waiting] } satisfies ClickedLinks);
    for (const stream of this.streams) stream.say(text);
    this.timer = setTimeout(() => this.send(), TELL_EVERY_MS);
  }
}

function united(before: Set<string> | 'any' | null, ids: readonly string[] | null): Set<string> | 'any' {
  if (before === 'any' || ids === null) return 'any';
  const all = new Set([...(before ?? []), ...ids]);
  return all.size > MOST_NAMED_LINKS ? 'any' : all;
}
