import { chromium } from '@linkway/e2e/chromium';
import { makeExampleAccount } from '@linkway/e2e/example-account';
import { MOST_SHIFT } from '@linkway/e2e/layout-shift';
import { Harness } from '@linkway/local/harness';
import { type Browser, type BrowserContextOptions, chromium as browsers } from '@playwright/test';
import { median, report, say, slackOf } from './result.ts';
import { quietRounds } from './rounds.ts';
import { openSlowly, type Visit } from './slow-phone.ts';

const ROUNDS = 5;
const TARGET_BLOCKED_MS = 300;

interface Measured {
  readonly path: string;
  readonly who: 'guest' | 'member';
  readonly figure: 'lcp' | 'usable';
  readonly targetMs: number;
  /** What is there and drawn once the page can be used; by it the figure is named, too. */
  readonly usable: string;
  readonly language?: 'vi';
}

const PAGES: readonly Measured[] = [
  { path: '/', who: 'guest', figure: 'lcp', targetMs: 1_800, usable: 'main form input' },
  { path: '/vi', who: 'guest', figure: 'lcp', targetMs: 1_800, usable: 'main form input', language: 'vi' },
  { path: '/login', who: 'guest', figure: 'lcp', targetMs: 2_200, usable: 'input[type=password]' },
  { path: '/register', who: 'guest', figure: 'lcp', targetMs: 2_200, usable: 'input[type=password]' },
  { path: '/dashboard', who: 'member', figure: 'usable', targetMs: 5_000, usable: 'main dl dd' },
  {
    path: '/dashboard?tab=my-links',
    who: 'member',
    figure: 'usable',
    targetMs: 4_500,
    usable: 'main li a[href^="http"], main td a[href^="http"]',
  },
  {
    path: '/dashboard?tab=analytics',
    who: 'member',
    figure: 'usable',
    targetMs: 7_000,
    usable: 'main [data-chart=drawn] canvas',
  },
];

/** How long pages take on a slow phone that sees them for the first time: the median of five visits of each. */
export async function benchWeb(short: boolean): Promise<void> {
  const node = await Harness.start();
  const browser = await browsers.launch(chromium);
  try {
    const base: BrowserContextOptions = { baseURL: node.web, locale: 'en-US', reducedMotion: 'reduce' };
    const account = await browser.newContext(base);
    await makeExampleAccount(account, node);
    const member = { ...base, storageState: await account.storageState() };
    await account.close();
    const figures = [];
    for (const page of PAGES) {
      figures.push(await measure({ browser, node, page, short, options: page.who === 'member' ? member : base }));
    }
    const worst = Math.max(...figures.map(({ ratio }) => ratio));
    report({
      name: 'web',
      value: worst,
      unit: 'times its target takes the slowest page, on a slow phone with nothing in its cache',
      reference: null,
      ratio: worst,
      target: `<= ${slackOf(short)}: ${figures.map(({ told }) => told).join('; ')}`,
      // What moves does so on any machine.
      pass: worst <= slackOf(short) && figures.every(({ isStill }) => isStill),
    });
  } finally {
    await browser.close();
    await node.dispose();
  }
}

interface Figures {
  ratio: number;
  /** Nothing of a public page moves. */
  isStill: boolean;
  told: string;
}

interface Round {
  browser: Browser;
  node: Harness;
  page: Measured;
  options: BrowserContextOptions;
  short: boolean;
}

async function measure({ browser, node, page, options, short }: Round): Promise<Figures> {
  const { path, who, figure, targetMs, usable, language } = page;
  const visits = await quietRounds<Visit>({
    count: short ? 1 : ROUNDS,
    name: path,
    roots: () => [node.record().pid, process.pid],
    measure: () => openSlowly(browser, { ...options, ...(language && { locale: language }) }, path, usable),
    describe: (visit) =>
      `first text ${visit.fcp} ms, largest ${visit.lcp} ms, usable ${visit.usable} ms, blocked ${visit.blocked} ms, moved ${visit.shift.toFixed(3)}; ${visit.requests} requests, ${Math.round(visit.bytes / 1_000)} kB (${Math.round(visit.scriptBytes / 1_000)} of scripts)`,
  });
  const took = median(visits.map((visit) => visit[figure]));
  const blocked = median(visits.map((visit) => visit.blocked));
  const shift = Math.max(...visits.map((visit) => visit.shift));
  const isStill = who === 'member' || shift <= MOST_SHIFT;
  const told = `${path} ${figure === 'lcp' ? 'largest text' : 'usable'} ${took} of ${targetMs} ms, blocked ${blocked} of ${TARGET_BLOCKED_MS}, moved ${shift.toFixed(3)}${who === 'guest' ? ` of ${MOST_SHIFT}` : ''}`;
  say(told);
  // One visit beside others says how long a page takes; what blocks it is the machine's as much as the page's.
  return { ratio: Math.max(took / targetMs, short ? 0 : blocked / TARGET_BLOCKED_MS), isStill, told };
}
