import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** Slow 4G as measured in the field, and a phone of the lower middle class. */
const NETWORK = { offline: false, latency: 562, downloadThroughput: 1_470_000 / 8, uploadThroughput: 675_000 / 8 };
const CPU_TIMES = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const LONGEST_MS = 60_000;
/** A main thread that is free for so long has done what the page began. */
const QUIET_MS = 2_000;
/** What a task may take before people feel it. */
const TASK_MS = 50;

/** One visit; times in milliseconds since the navigation began. */
export interface Visit {
  /** The first text. */
  readonly fcp: number;
  /** The largest text or picture. */
  readonly lcp: number;
  /** What `usable` names is drawn. */
  readonly usable: number;
  /** What tasks took beyond 50 ms each, from the first text until the page was usable or at its largest. */
  readonly blocked: number;
  /** How far what was drawn moved, as browsers score it: 0 where nothing did. */
  readonly shift: number;
  /** As they came over the wire. */
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
}

/** Opens a page as a slow phone does that was never there: nothing cached, 1.47 Mbit/s, 562 ms, a quarter of the processor. */
export async function openSlowly(
  browser: Browser,
  options: BrowserContextOptions,
  path: string,
  usable: string,
): Promise<Visit> {
  const context = await browser.newContext({ ...options, ...PHONE });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const traffic = await watchTraffic(devtools);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES });
    await page.addInitScript(watch, { selector: usable, taskMs: TASK_MS });
    await page.goto(path, { waitUntil: 'commit', timeout: LONGEST_MS });
    await page.waitForFunction(isQuiet, QUIET_MS, { timeout: LONGEST_MS, polling: 250 });
    return { ...(await times(page)), ...traffic() };
  } finally {
    await context.close();
  }
}

interface Seen {
  fcp: number;
  lcp: number;
  usable: number;
  /** When the last long task ended, or something larger was drawn. */
  busy: number;
  tasks: [start: number, duration: number][];
  shift: number;
}

/** Runs in the page, whose policy takes no text for a program. */
function isQuiet(quietMs: number): boolean {
  const { usable, busy } = (globalThis as unknown as { slowPhone: Seen }).slowPhone;
  return usable > 0 && performance.now() - busy > quietMs;
}

/** Runs in the page, before everything else there. */
function watch({ selector, taskMs }: { selector: string; taskMs: number }): void {
  const seen: Seen = { fcp: 0, lcp: 0, usable: 0, busy: 0, tasks: [], shift: 0 };
  Object.assign(globalThis, { slowPhone: seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
      seen.busy = performance.now();
    }).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  observe('longtask', ({ startTime, duration }) => {
    if (duration > taskMs) seen.tasks.push([startTime, duration]);
  });
  const isDrawn = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const says = element instanceof HTMLInputElement || element instanceof HTMLCanvasElement;
    return width > 0 && height > 0 && (says || element.textContent.trim() !== '');
  };
  const look = (): void => {
    if ([...document.querySelectorAll(selector)].some(isDrawn)) seen.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function times(page: Page): Promise<Pick<Visit, 'fcp' | 'lcp' | 'usable' | 'blocked' | 'shift'>> {
  const { fcp, lcp, usable, tasks, shift } = await page.evaluate(
    () => (globalThis as unknown as { slowPhone: Seen }).slowPhone,
  );
  if (fcp === 0 || lcp === 0) throw new Error('the page drew nothing');
  const end = Math.max(lcp, usable);
  const blocked = tasks
    .filter(([start]) => start >= fcp && start < end)
    .reduce((sum, [, duration]) => sum + duration - TASK_MS, 0);
  const [first, largest, used, held] = [fcp, lcp, usable, blocked].map(Math.round) as [number, number, number, number];
  return { fcp: first, lcp: largest, usable: used, blocked: held, shift };
}

/** Counts what comes over the wire from now on. */
async function watchTraffic(devtools: CDPSession) {
  const scripts = new Set<string>();
  const count = { bytes: 0, scriptBytes: 0, requests: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    count.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    count.bytes += encodedDataLength;
    if (scripts.has(requestId)) count.scriptBytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  return () => count;
}
