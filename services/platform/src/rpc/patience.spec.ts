import { afterEach, expect, it, jest } from '@jest/globals';
import { patienceLeft, refuseLate, waitFor, withDeadline, withoutDeadline } from './patience.js';

afterEach(() => void jest.useRealTimers());

it.each([-1, 0, 1])('is as long as it was with the clock set by %i h', (hours) => {
  jest.useFakeTimers();
  withDeadline(performance.now() + 2_000, () => {
    jest.setSystemTime(Date.now() + hours * 3_600_000);
    jest.advanceTimersByTime(500);
    expect(patienceLeft()).toBe(1_500);
    expect(waitFor(3_000)).toBe(750);
    expect(refuseLate).not.toThrow();
    jest.advanceTimersByTime(1_500);
    expect(refuseLate).toThrow(expect.objectContaining({ code: 'service.timeout' }));
    withoutDeadline(() => expect(patienceLeft()).toBeNull());
  });
});
