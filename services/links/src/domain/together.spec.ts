import { describe, expect, it } from '@jest/globals';
import { Together } from './together.js';

function setUp() {
  const asked: { wishes: readonly string[]; answer: (seen: string) => void; fail: (error: Error) => void }[] = [];
  const together = new Together<string, string>(
    (wishes) => new Promise((answer, fail) => void asked.push({ wishes, answer, fail })),
  );
  return { asked, together };
}
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
});
