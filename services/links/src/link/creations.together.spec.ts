import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { withDeadline } from '@linkway/platform';
import {
  type Created,
  type Creation,
  type CreationRepository,
  FIRST_VERSION,
  type Given,
} from './creation.repository.js';
import { CreationsTogether } from './creations.together.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

interface Asked {
  workspace: string;
  isNewCode?: boolean;
  /** That its code is expected to have. */
  version?: number;
  waitsMs?: number;
}

interface World {
  connectionMs?: number;
  /** What becomes of a creation that goes by itself. */
  create?: (workspace: string) => Created | Promise<Created>;
  /** With whose creations a statement for several is undone. */
  undone?: ReadonlySet<string>;
  /** Whose code is taken in a statement for several. */
  taken?: ReadonlySet<string>;
}

const MADE: Created = { kind: 'made' };
const TAKEN: Created = { kind: 'code-taken' };
const LIMITED: Created = { kind: 'monthly-limit', limit: 0 };

/** Of which the first one's work takes a moment, in which the others come. */
const FIRST = 'first';
const delay = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** `many`: whose creations each statement made that was sent for several; `alone`: whose went by themselves. */
function creating({ connectionMs = 0, create = () => MADE, undone = new Set(), taken = new Set() }: World = {}) {
  const many: string[][] = [];
  const alone: string[] = [];
  const repository = {
    create: async ({ link }: Creation): Promise<Created> => {
      alone.push(link.workspace_id);
      if (link.workspace_id === FIRST) await delay(1);
      return create(link.workspace_id);
    },
    given: ({ link }: Creation) => ({ row: { workspace_id: link.workspace_id } }) as Given,
    createMany: async (given: () => readonly Given[]) => {
      await delay(connectionMs);
      const all = given();
      many.push(all.map(({ row }) => row.workspace_id));
      if (all.some(({ row }) => undone.has(row.workspace_id))) return null;
      return new Map(all.map((one) => [one, taken.has(one.row.workspace_id) ? TAKEN : MADE]));
    },
  };
  const creations = new CreationsTogether(repository as unknown as CreationRepository);
  const ask = ({ workspace, isNewCode = true, version = FIRST_VERSION, waitsMs = 20_000 }: Asked) =>
    withDeadline(performance.now() + waitsMs, () =>
      creations.create({
        link: { workspace_id: workspace },
        isNewCode,
        event: { route: { version } },
        key: null,
      } as Creation),
    );
  return {
    many,
    alone,
    ask,
    async askAll(all: readonly Asked[]): Promise<string[]> {
      const made = Promise.all([{ workspace: FIRST }, ...all].map(ask));
      await jest.advanceTimersByTimeAsync(5_000);
      return (await made).map(({ kind }) => kind);
    },
  };
}

it('leave out whoever has too little patience left by the time that there is a connection', async () => {
  const { many, alone, askAll } = creating({ connectionMs: 1_500 });
  const waiting = { late: 2_000, hasty: 2_500, calm: 20_000 };
  await askAll(Object.entries(waiting).map(([workspace, waitsMs]) => ({ workspace, waitsMs })));
  expect(many).toEqual([['hasty', 'calm']]);
  expect(alone).toEqual([FIRST, 'late']);
});

it('wait for 12 ms after a statement that made several, and for 4 ms after one that was alone', async () => {
  const { many, ask } = creating();
  const asked = [FIRST, 'a', 'b'].map((workspace) => ask({ workspace }));
  await jest.advanceTimersByTimeAsync(5);
  expect(many).toEqual([['a', 'b']]);
  asked.push(...['c', 'd'].map((workspace) => ask({ workspace })));
  await jest.advanceTimersByTimeAsync(10);
  expect(many).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(2);
  expect(many).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  await jest.advanceTimersByTimeAsync(2);
  expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual(asked.map(() => 'made'));
});

it('leave out a code that the workspace had before', async () => {
  const { many, alone, askAll } = creating();
  const again = { workspace: 'again', isNewCode: false, version: 2 };
  await askAll([{ workspace: 'one' }, again, { workspace: 'other' }]);
  expect(many).toEqual([['one', 'other']]);
  expect(alone).toEqual([FIRST, 'again']);
});

it('take up a code that somebody wants, which goes alone where it is not a new one', async () => {
  const { many, alone, askAll } = creating({ taken: new Set(['had', 'drawn']) });
  const wanted = ['free', 'had'].map((workspace) => ({ workspace, isNewCode: false }));
  expect(await askAll([...wanted, { workspace: 'drawn' }])).toEqual(['made', 'made', 'made', 'code-taken']);
  expect(many).toEqual([['free', 'had', 'drawn']]);
  expect(alone).toEqual([FIRST, 'had']);
});

it.each<[Created, string]>([
  [LIMITED, 'other'],
  [{ kind: 'changes-exceeded' }, 'other'],
  // Of random codes the next one is as good as any, and a code that somebody wants says nothing of those.
  [{ kind: 'code-taken' }, 'refused other'],
  [{ kind: 'code-version', version: 2 }, 'refused other'],
])('leave out a workspace that has no more, not one whose code cannot be had: %j', async (refusal, together) => {
  const { many, ask, askAll } = creating({ create: (workspace) => (workspace === 'refused' ? refusal : MADE) });
  expect(await ask({ workspace: 'refused', waitsMs: 1_000 })).toEqual(refusal);
  await askAll(['refused', 'other', 'more'].map((workspace) => ({ workspace })));
  expect(many).toEqual([[...together.split(' '), 'more']]);
});

it('leave out the ten thousand workspaces that were refused last, and no more', async () => {
  const all = Array.from({ length: 10_001 }, (_, number) => `refused${number}`);
  const refused = new Set(all);
  const { many, alone, ask, askAll } = creating({ create: (workspace) => (refused.has(workspace) ? LIMITED : MADE) });
  // Whoever goes soon goes alone, so that nobody else is tried again.
  await Promise.all(all.map((workspace) => ask({ workspace, waitsMs: 1_000 })));
  expect(alone).toHaveLength(all.length);
  await askAll(['refused0', 'refused1', 'refused10000', 'other'].map((workspace) => ({ workspace })));
  expect(many).toEqual([['refused0', 'other']]);
});

/** The first creation of a workspace is refused, those after it are made. */
function refusingOnce(refuse: () => Created) {
  let asked = 0;
  return creating({
    create: (workspace) => {
      if (workspace !== 'refused') return MADE;
      asked += 1;
      return asked === 1 ? refuse() : MADE;
    },
  });
}

it('leave out a workspace for half a minute after it was refused', async () => {
  const { many, ask, askAll } = refusingOnce(() => LIMITED);
  const all = ['refused', 'one', 'other'].map((workspace) => ({ workspace }));
  await ask({ workspace: 'refused', waitsMs: 1_000 });
  await jest.advanceTimersByTimeAsync(19_000);
  await askAll(all);
  // What is made meanwhile says nothing of the next one.
  await askAll(all);
  expect(many.splice(0)).toEqual([
    ['one', 'other'],
    ['one', 'other'],
  ]);
  await jest.advanceTimersByTimeAsync(2_000);
  await askAll(all);
  expect(many).toEqual([['refused', 'one', 'other']]);
});

it.each([
  ['one whose creation breaks a rule of the database', { code: '23514' }, 'one other'],
  ['none, where the database is away', { code: '57P03' }, 'refused one other'],
])('leave out %s', async (_, error, together) => {
  const { many, ask, askAll } = refusingOnce(() => {
    throw Object.assign(new Error('no'), error);
  });
  await expect(ask({ workspace: 'refused', waitsMs: 1_000 })).rejects.toMatchObject(error);
  await askAll(['refused', 'one', 'other'].map((workspace) => ({ workspace })));
  expect(many).toEqual([together.split(' ')]);
});

it('gather while one is alone in its turn', async () => {
  const { many, alone, ask } = creating({ create: () => delay(50).then(() => MADE) });
  const made = ['slow', 'one', 'other'].map(async (workspace, n) => {
    await delay(n * 20);
    return ask({ workspace });
  });
  await jest.advanceTimersByTimeAsync(200);
  expect(await Promise.all(made)).toEqual([MADE, MADE, MADE]);
  expect({ many, alone }).toEqual({ many: [['one', 'other']], alone: ['slow'] });
});

describe('may wait for what somebody holds', () => {
  /** `held`: whose rows; the creations of these end once `release` is called. */
  function holding() {
    const held = new Set(['held']);
    const { promise, resolve } = Promise.withResolvers<void>();
    const create = (workspace: string) => (held.has(workspace) ? promise.then(() => MADE) : MADE);
    const release = async () => {
      held.clear();
      resolve();
      await jest.advanceTimersByTimeAsync(0);
    };
    return { ...creating({ create, undone: held }), release };
  }
  const all = ['held', 'one', 'other'].map((workspace) => ({ workspace }));

  it('once, and not each time that its workspace asks', async () => {
    const { many, ask, release } = holding();
    const rounds: Promise<Created>[] = [];
    const round = async () => {
      rounds.push(...[{ workspace: FIRST }, ...all].map(ask));
      await jest.advanceTimersByTimeAsync(500);
    };
    for (let asked = 0; asked < 3; asked += 1) await round();
    // The others go with each other as before.
    expect(many.splice(0)).toEqual([
      ['held', 'one', 'other'],
      ['one', 'other'],
      ['one', 'other'],
    ]);
    await release();
    await round();
    expect(many).toEqual([['held', 'one', 'other']]);
    expect(new Set(await Promise.all(rounds))).toEqual(new Set([MADE]));
  });

  it('nobody, where it was alone in its turn before', async () => {
    const { many, ask, release } = holding();
    const waiting = ask({ workspace: 'held' });
    await jest.advanceTimersByTimeAsync(500);
    const made = [{ workspace: FIRST }, ...all].map(ask);
    await jest.advanceTimersByTimeAsync(500);
    expect(many).toEqual([['one', 'other']]);
    await release();
    expect(new Set(await Promise.all([waiting, ...made]))).toEqual(new Set([MADE]));
  });

  it('half a minute later again, where it still does', async () => {
    const { many, ask, release } = holding();
    const made = [{ workspace: FIRST }, ...all].map(ask);
    await jest.advanceTimersByTimeAsync(31_000);
    made.push(...[{ workspace: FIRST }, ...all].map(ask));
    await jest.advanceTimersByTimeAsync(500);
    expect(many).toEqual([
      ['held', 'one', 'other'],
      ['held', 'one', 'other'],
    ]);
    await release();
    expect(new Set(await Promise.all(made))).toEqual(new Set([MADE]));
  });
});
