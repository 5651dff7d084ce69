import { describe, expect, it, jest } from '@jest/globals';
import { EventStream, eventText } from './event-stream.js';

const read = (stream: EventStream): string => String(stream.read() ?? '');
const closed = (stream: EventStream) => new Promise((resolve) => stream.once('close', resolve));

describe('a stream of events', () => {
  it('tells when to connect again, then each event on lines of its own', () => {
    const stream = new EventStream();
    expect(read(stream)).toMatch(/^retry: [1-5]\d{3}\n\n$/);
    stream.say(eventText('clicks', { link_ids: ['a'] }));
    stream.beat();
    expect(read(stream)).toBe('event: clicks\ndata: {"link_ids":["a"]}\n\n:\n\n');
  });

  it('ends when it is finished, and what is said afterwards is nobody’s', async () => {
    const stream = new EventStream();
    stream.finish();
    stream.finish();
    stream.say('late');
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text).not.toContain('late');
  });

  it('is over some seconds after it was finished, also for a reader that takes nothing', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    try {
      const stream = new EventStream();
      stream.finish();
      await jest.advanceTimersByTimeAsync(4_999);
      expect(stream.destroyed).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect(stream.destroyed).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not wait for ever for a reader that takes nothing', async () => {
    const stream = new EventStream();
    const gone = closed(stream);
    for (let said = 0; said < 100; said += 1) stream.say('x'.repeat(1_000));
    await gone;
    expect(stream.readableLength).toBeLessThan(67_000);
  });
});
