import { Readable } from 'node:stream';

/** A reader that leaves so many characters lying is gone, or too slow for what it asked for. */
const MOST_WAITING = 64 * 1024;
/** For a reader to take what is left, once the answer is complete. */
const LINGER_MS = 5_000;
/** A browser whose stream has ended connects again so soon; all at the same moment would be a flood. */
const AGAIN_MS = 1_000;
const AGAIN_SPREAD_MS = 4_000;

/** An answer of server-sent events, as https://html.spec.whatwg.org/multipage/server-sent-events.html has them. */
export class EventStream extends Readable {
  private finished = false;

  constructor() {
    super({ encoding: 'utf8', read: () => undefined });
    this.say(`retry: ${AGAIN_MS + Math.floor(Math.random() * AGAIN_SPREAD_MS)}\n\n`);
  }

  /** What keeps the connection open, for whatever is between here and the reader. */
  beat(): void {
    this.say(':\n\n');
  }

  /** A text of `eventText`, which is made once for many streams. */
  say(text: string): void {
    if (this.finished || this.destroyed) return;
    if (this.readableLength > MOST_WAITING) this.destroy();
    else this.push(text);
  }

  /** The answer is complete; its reader will connect again. */
  finish(): void {
    if (this.finished || this.destroyed) return;
    this.finished = true;
    this.push(null);
    // Who takes nothing would keep it for as long as the network lets them.
    const timer = setTimeout(() => this.destroy(), LINGER_MS).unref();
    this.once('close', () => clearTimeout(timer));
  }
}

export const eventText = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
