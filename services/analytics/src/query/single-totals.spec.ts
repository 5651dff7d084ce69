import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { patienceLeft, withDeadline } from '@linkway/platform';
import { type KeptTotals, type OwnedLink, totalKey } from './kept-totals.js';
import { SingleTotals } from './single-totals.js';

/** Questions that are under way until they are answered: with the number of links for each of them. */
function setUp() {
  const questions: { links: readonly OwnedLink[]; patience: number | null; answer: (missing?: string) => void }[] = [];
  const ofLinks = (links: readonly OwnedLink[]) =>
    new Promise<ReadonlyMap<string, number>>((resolve) => {
      const answer = (missing?: string) =>
        resolve(
          new Map(links.map((link) => [totalKey(link), links.length] as const).filter(([key]) => key !== missing)),
        );
      questions.push({ links, patience: patienceLeft(), answer });
    });
  const singles = new SingleTotals({ ofLinks } as unknown as KeptTotals);
  return { questions, singles };
}
const link = (workspaceId: string, linkId: string): OwnedLink => ({ workspaceId, linkId });
/** The next question may begin. */
const turns = () => jest.advanceTimersByTimeAsync(25);
const within = <T>(ms: number, work: () => T): T => withDeadline(performance.now() + ms, work);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('SingleTotals', () => {
  it('counts what is asked for meanwhile with one question, and each as of a moment after it was asked', async () => {
    const { questions, singles } = setUp();
    const first = singles.ofLink(link('w', 'a'));
    const others = [link('w', 'a'), link('w', 'b'), link('v', 'c')].map((one) => singles.ofLink(one));
    expect(questions).toHaveLength(1);
    questions[0]?.answer();
    expect(await first).toBe(1);
    await jest.advanceTimersByTimeAsync(24);
    expect(questions).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(questions).toHaveLength(2);
    expect(questions[1]?.links).toEqual([link('w', 'a'), link('w', 'b'), link('v', 'c')]);
    questions[1]?.answer('v/c');
    expect(await Promise.all(others)).toEqual([3, 3, 0]);
  });

  it('asks for each kind apart, in one turn', async () => {
    const asked: [number, string | undefined][] = [];
    const ofLinks = async (links: readonly OwnedLink[], kind?: string) => {
      asked.push([links.length, kind]);
      return new Map(links.map((one) => [totalKey(one), kind === 'human' ? 1 : 3]));
    };
    const singles = new SingleTotals({ ofLinks } as unknown as KeptTotals);
    await singles.ofLink(link('w', 'z'));
    const all = [
      singles.ofLink(link('w', 'a'), 'human'),
      singles.ofLink(link('w', 'a')),
      singles.ofLink(link('w', 'b'), 'human'),
    ];
    await turns();
    expect(await Promise.all(all)).toEqual([1, 3, 1]);
    expect(asked.slice(1)).toEqual([
      [2, 'human'],
      [1, undefined],
    ]);
  });

  it('waits as long as the most patient of those who asked', async () => {
    const { questions, singles } = setUp();
    const all = [within(100, () => singles.ofLink(link('w', 'a')))];
    for (const patience of [50, 8_000, 900]) all.push(within(patience, () => singles.ofLink(link('w', 'b'))));
    questions[0]?.answer();
    await turns();
    expect(questions[0]?.patience).toBeLessThanOrEqual(100);
    expect(questions[1]?.patience).toBeGreaterThan(7_000);
    questions[1]?.answer();
    await turns();
    all.push(within(100, () => singles.ofLink(link('w', 'c'))));
    all.push(
      within(100, () => singles.ofLink(link('w', 'd'))),
      singles.ofLink(link('w', 'e')),
    );
    await turns();
    questions[2]?.answer();
    await turns();
    expect(questions[3]?.patience).toBeNull();
    questions[3]?.answer();
    await Promise.all(all);
  });

  it('names no more links in a question than go into an address', async () => {
    const { questions, singles } = setUp();
    const all = Array.from({ length: 121 }, (_, number) => singles.ofLink(link('w', `l${number}`)));
    for (let count = 0; count < 4; count += 1) {
      questions[count]?.answer();
      await turns();
    }
    expect(questions.map(({ links }) => links.length)).toEqual([1, 50, 50, 20]);
    await Promise.all(all);
  });
});
