import type { Page } from '@playwright/test';

/** What people do not notice, as browsers score it. */
export const MOST_SHIFT = 0.02;

/** Runs in the page: counts from then on how far what is drawn moves. */
export function watchShift(): void {
  const moved = { score: 0 };
  Object.assign(window, { moved });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) moved.score += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift' });
}

export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { moved: { score: number } }).moved.score);
