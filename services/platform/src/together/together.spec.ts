import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Together, type TogetherOptions } from './together.js';

function setUp(options?: TogetherOptions) {
  const asked: { wishes: readonly string[]; answer: (seen: string) => void; fail: (error: Error) => void }[] = [];
  const together = new Together<string, string>(
    (wishes) => new Promise((answer, fail) => void asked.push({ wishes, answer, fail })),
    options,
  );
  return { asked, together };
}
afterEach(() => void jest.useRealTimers());
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('Together', () => {
  it('asks at once for the first, and for all that come meanwhile with the next question', async () => {
    const { asked, together } = setUp();
    const first = together.ask('a');
    const [second, third] = [together.ask('b'), together.ask('c')];
    expect(asked.map(({ wishes }) => wishes)).toEqual([['a']]);
    asked[0]?.answer('one');
    expect(await first).toBe('one');
    await turns();
    expect(asked.map(({ wishes }) => wishes)).toEqual([['a'], ['b', 'c']]);
    asked[1]?.answer('two');
    expect(await Promise.all([second, third])).toEqual(['two', 'two']);
    await turns();
    void together.ask('d');
    expect(asked[2]?.wishes).toEqual(['d']);
  });

  it('tells those who asked together that their question failed, and goes on', async () => {
    const { asked, together } = setUp();
    const first = together.ask('a');
    const second = together.ask('b');
    asked[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turns();
    asked[1]?.answer('back');
    expect(await second).toBe('back');
  });

  it('lets a question that hangs hold up those who asked it, and nobody else, until three do', async () => {
    jest.useFakeTimers();
    const { asked, together } = setUp();
    const hanging = together.ask('a');
    const second = together.ask('b');
    await jest.advanceTimersByTimeAsync(99);
    expect(asked).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked.map(({ wishes }) => wishes)).toEqual([['a'], ['b']]);
    // The late answer of the first lets nobody ask beside the second.
    asked[0]?.answer('late');
    expect(await hanging).toBe('late');
    void together.ask('c');
    expect(asked).toHaveLength(2);
    asked[1]?.answer('seen');
    expect(await second).toBe('seen');
    await jest.advanceTimersByTimeAsync(0);
    for (const wish of ['d', 'e', 'f']) {
      together.ask(wish).catch(() => undefined);
      await jest.advanceTimersByTimeAsync(200);
    }
    expect(asked.map(({ wishes }) => wishes).slice(2)).toEqual([['c'], ['d'], ['e']]);
    asked[3]?.fail(new Error('ended'));
    await jest.advanceTimersByTimeAsync(0);
    expect(asked[5]?.wishes).toEqual(['f']);
  });

  it('gathers, where it is to, for some time from the last beginning on, and asks for a few at a time', async () => {
    jest.useFakeTimers();
    const { asked, together } = setUp({ gatherMs: 10, most: 3 });
    const ask = (wish: string) => void together.ask(wish).catch(() => undefined);
    ask('a');
    asked[0]?.answer('one');
    await jest.advanceTimersByTimeAsync(4);
    ask('b');
    await jest.advanceTimersByTimeAsync(5);
    ask('c');
    expect(asked).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked[1]?.wishes).toEqual(['b', 'c']);
    for (const wish of ['d', 'e', 'f', 'g']) ask(wish);
    asked[1]?.answer('two');
    await jest.advanceTimersByTimeAsync(0);
    // A full question need not wait.
    expect(asked[2]?.wishes).toEqual(['d', 'e', 'f']);
    asked[2]?.answer('three');
    await jest.advanceTimersByTimeAsync(10);
    expect(asked[3]?.wishes).toEqual(['g']);
    asked[3]?.answer('four');
    await jest.advanceTimersByTimeAsync(11);
    ask('h');
    expect(asked[4]?.wishes).toEqual(['h']);
  });

  it('gathers for longer after a question of several', async () => {
    jest.useFakeTimers();
    const { asked, together } = setUp({ gatherMs: 2, gatherManyMs: 10 });
    const ask = (wish: string) => void together.ask(wish).catch(() => undefined);
    const answered = (question: number) => asked[question]?.answer('seen');
    ask('a');
    answered(0);
    await jest.advanceTimersByTimeAsync(1);
    ask('b');
    ask('c');
    await jest.advanceTimersByTimeAsync(1);
    expect(asked[1]?.wishes).toEqual(['b', 'c']);
    answered(1);
    ask('d');
    await jest.advanceTimersByTimeAsync(9);
    expect(asked).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked[2]?.wishes).toEqual(['d']);
    answered(2);
    ask('e');
    await jest.advanceTimersByTimeAsync(2);
    expect(asked[3]?.wishes).toEqual(['e']);
  });

  it('lets enough of them wait neither for others nor for the one question that is under way', async () => {
    jest.useFakeTimers();
    const { asked, together } = setUp({ gatherMs: 10, enough: 2 });
    const ask = (wish: string) => void together.ask(wish).catch(() => undefined);
    for (const wish of ['a', 'b', 'c']) ask(wish);
    expect(asked.map(({ wishes }) => wishes)).toEqual([['a'], ['b', 'c']]);
    for (const wish of ['d', 'e', 'f']) ask(wish);
    await jest.advanceTimersByTimeAsync(20);
    expect(asked).toHaveLength(2);
    asked[1]?.answer('two');
    await jest.advanceTimersByTimeAsync(0);
    expect(asked[2]?.wishes).toEqual(['d', 'e', 'f']);
    ask('g');
    asked[0]?.answer('one');
    asked[2]?.answer('three');
    await jest.advanceTimersByTimeAsync(9);
    expect(asked).toHaveLength(3);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked[3]?.wishes).toEqual(['g']);
  });
});
