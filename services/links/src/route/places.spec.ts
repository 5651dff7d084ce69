import { describe, expect, it } from '@jest/globals';
import { withDeadline } from '@linkway/platform';
import { Places } from './places.js';

/** A question that is answered when it is told so. */
function held() {
  let answer: (text: string) => void = () => undefined;
  const answered = new Promise<string>((resolve) => {
    answer = resolve;
  });
  let asked = false;
  return { answer, wasAsked: () => asked, ask: () => ((asked = true), answered) };
}

describe('questions', () => {
  it('are few at once, the rest wait for a place, and too many are refused', async () => {
    const places = new Places(1, 1);
    const [first, second, third] = [held(), held(), held()];
    const answers = [places.use(first.ask), places.use(second.ask)];
    await expect(places.use(third.ask)).rejects.toMatchObject({ code: 'service.busy' });
    expect([first, second, third].map((one) => one.wasAsked())).toEqual([true, false, false]);
    first.answer('1');
    second.answer('2');
    expect(await Promise.all(answers)).toEqual(['1', '2']);
    third.answer('3');
    expect(await places.use(third.ask)).toBe('3');
  });

  it('that fail give their place back, and so do those whose time is over', async () => {
    const places = new Places(1, 1);
    await expect(places.use(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    const late = held();
    const asked = withDeadline(performance.now() - 1, () => places.use(late.ask));
    await expect(asked).rejects.toMatchObject({ code: 'service.timeout' });
    expect(late.wasAsked()).toBe(false);
    const next = held();
    next.answer('at once');
    expect(await places.use(next.ask)).toBe('at once');
  });
});
