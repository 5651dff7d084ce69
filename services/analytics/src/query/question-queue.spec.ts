import { describe, expect, it } from '@jest/globals';
import { Admission, Metrics, patienceLeft } from '@linkway/platform';
import { QuestionQueue, singleQuestions } from './question-queue.js';

const LATER = 60_000;

function aQueue(limits: Partial<ConstructorParameters<typeof QuestionQueue>[0]> = {}) {
  const all = { QUESTIONS_AT_ONCE: 2, QUESTIONS_WAITING: 40, CLICKHOUSE_READERS: 4, ...limits };
  return new QuestionQueue(all, new Metrics('test'));
}

/** Questions that go on until they are told to end. */
function questions(queue: QuestionQueue) {
  const begun: string[] = [];
  const ends = new Map<string, (() => void)[]>();
  return {
    begun,
    ask: (caller: string, question: string, deadline = performance.now() + LATER) =>
      queue.ask(caller, question, deadline, () => {
        begun.push(`${caller}/${question}`);
        return new Promise<string>((resolve) => {
          const waiting = ends.get(question) ?? [];
          ends.set(question, [...waiting, () => resolve(`answer to ${question}`)]);
        });
      }),
    end: async (question: string) => {
      for (const end of ends.get(question) ?? []) end();
      ends.delete(question);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('QuestionQueue', () => {
  it('answers another caller at once while one asks thirty things', async () => {
    const { begun, ask, end } = questions(aQueue());
    const many = Array.from({ length: 30 }, (_, index) => ask('eager', `e${index}`));
    const other = ask('other', 'o');
    expect(begun).toEqual(['eager/e0', 'eager/e1', 'other/o']);
    await end('o');
    expect(await other).toBe('answer to o');
    for (let index = 0; index < 30; index += 1) await end(`e${index}`);
    expect(await Promise.all(many)).toHaveLength(30);
  });

  it('serves callers in turn when all places are taken', async () => {
    const { begun, ask, end } = questions(aQueue({ CLICKHOUSE_READERS: 2 }));
    for (const question of ['a0', 'a1', 'a2', 'a3']) void ask('a', question);
    for (const question of ['b0', 'b1']) void ask('b', question);
    void ask('c', 'c0');
    expect(begun).toEqual(['a/a0', 'a/a1']);
    await end('a0');
    await end('b0');
    await end('c0');
    expect(begun).toEqual(['a/a0', 'a/a1', 'b/b0', 'c/c0', 'b/b1']);
  });

  it('lets so many join a question that waits, and refuses the rest', async () => {
    const { ask, end } = questions(aQueue());
    for (const question of ['e0', 'e1']) void ask('eager', question);
    const same = Array.from({ length: 110 }, () => ask('eager', 'same').catch(({ code }: { code: string }) => code));
    await end('e0');
    await end('same');
    const told = await Promise.all(same);
    expect(told.filter((answer) => answer === 'answer to same')).toHaveLength(101);
    expect(told.filter((answer) => answer === 'service.busy')).toHaveLength(9);
  });

  it('holds no place among the requests of the service while a question waits', async () => {
    const { ask, end } = questions(aQueue());
    const places = new Admission({ atOnce: 1, queued: 0 });
    const all: Promise<string>[] = [];
    for (let n = 0; n < 5; n += 1) {
      all.push(places.run(() => ask('eager', `e${n}`)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(places.underWay).toBe(0);
    for (let n = 0; n < 5; n += 1) await end(`e${n}`);
    expect(await Promise.all(all)).toHaveLength(5);
  });

  it('refuses what is more than may wait, and tells when to come back', async () => {
    const { ask } = questions(aQueue({ QUESTIONS_WAITING: 3 }));
    for (let index = 0; index < 5; index += 1) void ask('eager', `e${index}`);
    await expect(ask('eager', 'more')).rejects.toMatchObject({
      code: 'service.busy',
      status: 503,
      retryAfterSeconds: 2,
    });
    // Of others nobody is refused, and what waits already may be asked again.
    void ask('other', 'o');
    void ask('eager', 'e4');
  });

  it('asks a question that waits once for all who ask it, and one that runs again', async () => {
    const { begun, ask, end } = questions(aQueue({ QUESTIONS_AT_ONCE: 1 }));
    const first = ask('a', 'same');
    const second = ask('a', 'same');
    const third = ask('a', 'same');
    expect(begun).toEqual(['a/same']);
    await end('same');
    expect(await first).toBe('answer to same');
    expect(begun).toEqual(['a/same', 'a/same']);
    await end('same');
    expect(await Promise.all([second, third])).toEqual(['answer to same', 'answer to same']);
    expect(begun).toHaveLength(2);
  });

  it('does not ask what nobody waits for any more', async () => {
    const { begun, ask, end } = questions(aQueue({ QUESTIONS_AT_ONCE: 1 }));
    void ask('a', 'long');
    const late = ask('a', 'late', performance.now() - 1);
    const inTime = ask('a', 'in time');
    const refusal = late.catch((error: unknown) => error);
    await end('long');
    expect(await refusal).toMatchObject({ code: 'service.timeout' });
    expect(begun).toEqual(['a/long', 'a/in time']);
    await end('in time');
    await inTime;
  });

  it('keeps no place for those who wait no more', async () => {
    const { begun, ask, end } = questions(aQueue({ QUESTIONS_AT_ONCE: 1, QUESTIONS_WAITING: 1 }));
    void ask('a', 'long');
    const refusal = ask('a', 'late', performance.now() - 1).catch((error: unknown) => error);
    void ask('a', 'next');
    expect(await refusal).toMatchObject({ code: 'service.timeout' });
    await expect(ask('a', 'more')).rejects.toMatchObject({ code: 'service.busy' });
    await end('long');
    expect(begun).toEqual(['a/long', 'a/next']);
  });

  it('tells the store how long the question can wait, and gives its place on after a failure', async () => {
    const queue = aQueue({ QUESTIONS_AT_ONCE: 1, CLICKHOUSE_READERS: 1 });
    const failing = queue.ask('a', 'failing', performance.now() + LATER, () => Promise.reject(new Error('broken')));
    const left = queue.ask('b', 'left', performance.now() + LATER, async () => patienceLeft());
    await expect(failing).rejects.toThrow('broken');
    expect(await left).toBeGreaterThan(LATER / 2);
    expect(await left).toBeLessThanOrEqual(LATER);
    expect(patienceLeft()).toBeNull();
  });
});

describe('singleQuestions', () => {
  it('has those of many callers begin beside each other, as they are counted together, and two of each', () => {
    const limits = { QUESTIONS_AT_ONCE: 2, QUESTIONS_WAITING: 40, CLICKHOUSE_READERS: 1 };
    const { begun, ask } = questions(singleQuestions(limits, new Metrics('test')));
    for (let caller = 0; caller < 50; caller += 1) {
      for (const question of ['a', 'b', 'c']) void ask(`caller ${caller}`, question);
    }
    expect(begun).toHaveLength(100);
    expect(new Set(begun).size).toBe(100);
    expect(begun.some((one) => one.endsWith('/c'))).toBe(false);
  });
});
