import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { describeMachine, isDisturbed, watchMachine } from './machine.ts';
import { OpenPage } from './open-page.ts';
import { familySeconds } from './process-stat.ts';
import { median, percentile, report, say } from './result.ts';

const PEOPLE = 10;
const PAGES_EACH = 10;
const TARGET_PERCENT = 5;
const TARGET_MS = 2_000;
/** `settleMs`: after a start and some use, and after all pages were opened: what that leaves to do is done by then. */
const LONG = { rounds: 3, seconds: 60, settleMs: 15_000, clicks: 20 };
const SHORT = { rounds: 1, seconds: 12, settleMs: 8_000, clicks: 8 };
const MOST_REPEATS = 3;

/**
 * What open analytics pages cost while nothing happens: the share of a core that all processes of the node take with 100 of them
 * beyond what they take without, in pairs of rounds; and how long after a click the last page of its owner shows it.
 */
export async function benchLive(short: boolean): Promise<void> {
  const { rounds, seconds, settleMs, clicks } = short ? SHORT : LONG;
  const node = await Harness.start();
  try {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => ownerOf(node)));
    const share = async (): Promise<number> => {
      await delay(settleMs);
      const before = familySeconds([node.record().pid]);
      await delay(seconds * 1_000);
      return ((familySeconds([node.record().pid]) - before) / seconds) * 100;
    };
    const pairs: number[] = [];
    for (let pair = 1, repeats = 0; pair <= rounds; ) {
      const machine = watchMachine([node.record().pid, process.pid]);
      const without = await share();
      const pages = await openAll(people);
      const asked = countAnswers(pages);
      const withPages = await share();
      if (countAnswers(pages) !== asked) throw new Error('pages asked again although nothing happened');
      for (const page of pages) page.close();
      const state = machine();
      const again = isDisturbed(state) && repeats < MOST_REPEATS;
      say(
        `${again ? 'disturbed, once more' : `pair ${pair}`}: ${withPages.toFixed(2)} % of a core with ${pages.length} pages, ${without.toFixed(2)} % without; ${describeMachine(state)}`,
      );
      repeats += Number(again);
      if (again) continue;
      pairs.push(withPages - without);
      pair += 1;
    }
    const shown = await clicksShown(node, people, clicks);
    say(
      `a click is on the last of ${PAGES_EACH} pages after ${median(shown).toFixed(0)} ms, the slowest of ${clicks} after ${Math.max(...shown).toFixed(0)} ms`,
    );
    const cost = median(pairs);
    report({
      name: 'live',
      value: cost,
      unit: `% of a core for ${PEOPLE * PAGES_EACH} open pages while nothing happens`,
      reference: null,
      ratio: null,
      target: `<= ${TARGET_PERCENT} %, a click shown within ${TARGET_MS} ms (${percentile(shown, 1).toFixed(0)})`,
      pass: cost <= TARGET_PERCENT && Math.max(...shown) <= TARGET_MS,
    });
  } finally {
    await node.dispose();
  }
}

interface Owner {
  session: ApiSession;
  link: { id: string; short_url: string };
  base: string;
}

async function ownerOf(node: Harness): Promise<Owner> {
  const session = await ApiSession.register(node.web);
  return { session, link: await session.createLink({ url: 'https://example.com/' }), base: node.web };
}

const openPages = (owner: Owner): Promise<OpenPage>[] =>
  Array.from({ length: PAGES_EACH }, () => OpenPage.open(owner.base, owner.session, owner.link.id));
const openAll = (people: readonly Owner[]): Promise<OpenPage[]> => Promise.all(people.flatMap(openPages));
const countAnswers = (pages: readonly OpenPage[]): number => pages.reduce((sum, { answers }) => sum + answers, 0);

/** Milliseconds from the answer to each click until every page of its owner has the new number. */
async function clicksShown(node: Harness, people: readonly Owner[], clicks: number): Promise<number[]> {
  const everybody = await openAll(people);
  const [owner] = people;
  if (!owner) throw new Error('there are people');
  const own = everybody.slice(0, PAGES_EACH);
  const shown: number[] = [];
  const visit = `${node.redirect()}${new URL(owner.link.short_url).pathname}`;
  for (let click = 1; click <= clicks; click += 1) {
    await fetch(visit, { redirect: 'manual' });
    const clicked = performance.now();
    await Promise.all(own.map((page) => page.until(click)));
    shown.push(performance.now() - clicked);
    await delay(500 + Math.random() * 1_000);
  }
  for (const page of everybody) page.close();
  return shown;
}
