import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ClickFeed } from './click-feed';

class FakeSource extends EventTarget {
  static made: FakeSource[] = [];
  readyState = 0;
  constructor(readonly url: string) {
    super();
    FakeSource.made.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  connect(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
  say(link_ids: string[] | null): void {
    this.dispatchEvent(new MessageEvent('clicks', { data: JSON.stringify({ link_ids }) }));
  }
}

let visibility: DocumentVisibilityState;
const show = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};
const source = (): FakeSource => {
  const last = FakeSource.made.at(-1);
  if (!last) throw new Error('nothing was connected');
  return last;
};
let feed: ClickFeed;
let heard: (readonly string[] | null)[];
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  FakeSource.made = [];
  visibility = 'visible';
  heard = [];
  Object.assign(globalThis, { EventSource: FakeSource });
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  feed = new ClickFeed();
  stop = feed.listen('me', (ids) => heard.push(ids));
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'EventSource');
  jest.useRealTimers();
});

describe('the feed of clicks', () => {
  it('is one connection for all that listens, of the account of the page, and ends with the last', () => {
    const stopOther = feed.listen('me', () => undefined);
    expect(FakeSource.made.map(({ url }) => url)).toEqual(['/api/analytics/live?account=me']);
    stopOther();
    expect(source().readyState).toBe(0);
    stop();
    expect(source().readyState).toBe(2);
    show('hidden');
    show('visible');
    expect(FakeSource.made).toHaveLength(1);
  });

  it('tells of clicks, and of each connection as if of any link', () => {
    const changes = jest.fn();
    feed.watch(changes);
    expect(feed.isOpen()).toBe(false);
    source().connect();
    expect(feed.isOpen()).toBe(true);
    // The page is being drawn with what it has asked for itself.
    jest.advanceTimersByTime(1_999);
    expect(heard).toEqual([]);
    jest.advanceTimersByTime(1);
    source().say(['a', 'b']);
    source().fail(0);
    expect(feed.isOpen()).toBe(false);
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    source().connect();
    jest.advanceTimersByTime(4_999);
    expect(heard).toEqual([null, ['a', 'b']]);
    jest.advanceTimersByTime(1);
    expect(heard).toEqual([null, ['a', 'b'], null]);
    expect(changes).toHaveBeenCalledTimes(3);
    expect(FakeSource.made).toHaveLength(1);
  });

  it('is not connected while the page is out of sight', () => {
    source().connect();
    show('hidden');
    expect(source().readyState).toBe(2);
    expect(feed.isOpen()).toBe(false);
    show('visible');
    expect(FakeSource.made).toHaveLength(2);
    source().connect();
    jest.advanceTimersByTime(0);
    expect(heard).toEqual([null]);
  });

  it('is tried again a minute after it was refused', () => {
    source().fail(2);
    jest.advanceTimersByTime(59_999);
    expect(FakeSource.made).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(FakeSource.made).toHaveLength(2);
    source().fail(2);
    stop();
    jest.advanceTimersByTime(120_000);
    expect(FakeSource.made).toHaveLength(2);
  });

  it('is another one for another account', () => {
    const stopOther = feed.listen('other', () => undefined);
    expect(FakeSource.made.map(({ url, readyState }) => [url.replace(/.*=/, ''), readyState])).toEqual([
      ['me', 2],
      ['other', 0],
    ]);
    stopOther();
  });
});
