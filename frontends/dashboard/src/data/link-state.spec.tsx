import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Link } from '@linkway/kit/api';
import { act, render } from '@testing-library/react';
import { aLink } from '../pages/fixtures';
import { linkState, useEnds } from './link-state';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-23T08:00:00.000Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

const ending = (n: number, inMs: number): Link => aLink(n, { expires_at: new Date(Date.now() + inMs).toISOString() });

function States({ links }: { links: Link[] }) {
  useEnds(links);
  return links.map((link) => linkState(link)).join(' ');
}

it('tells at its end that each link is over, and keeps one timer until the last', () => {
  const { container } = render(<States links={[ending(1, 2 * MINUTE), aLink(2), ending(3, MINUTE), ending(4, 0)]} />);
  const after = (ms: number): [string | null, number] => {
    act(() => {
      jest.advanceTimersByTime(ms);
    });
    return [container.textContent, jest.getTimerCount()];
  };
  expect(after(0)).toEqual(['active active active expired', 1]);
  expect(after(MINUTE - 1)).toEqual(['active active active expired', 1]);
  expect(after(1)).toEqual(['active active expired expired', 1]);
  expect(after(MINUTE)).toEqual(['expired active expired expired', 0]);
});

it('tells when a link opens', () => {
  const opening = aLink(1, { starts_at: new Date(Date.now() + MINUTE).toISOString() });
  const { container } = render(<States links={[opening, aLink(2, { ...opening, is_active: false })]} />);
  expect(container.textContent).toBe('scheduled paused');
  act(() => {
    jest.advanceTimersByTime(MINUTE);
  });
  expect([container.textContent, jest.getTimerCount()]).toEqual(['active paused', 0]);
});

it('waits for an end that is further off than a timer reaches', () => {
  const { container, unmount } = render(<States links={[ending(1, 40 * DAY)]} />);
  act(() => {
    jest.advanceTimersByTime(40 * DAY - 1);
  });
  expect(container.textContent).toBe('active');
  act(() => {
    jest.advanceTimersByTime(1);
  });
  expect(container.textContent).toBe('expired');
  unmount();
});
