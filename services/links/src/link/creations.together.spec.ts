import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { withDeadline } from '@linkway/platform';
import type { Created, Creation, CreationRepository, Given } from './creation.repository.js';
import { CreationsTogether } from './creations.together.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

interface Asked {
  workspace: string;
  isNewCode?: boolean;
  waitsMs?: number;
}

interface World {
  connectionMs?: number;
  refused?: ReadonlySet<string>;
  refusal?: Created;
}

/** Of which the first one's work takes a moment, in which the others come. */
const FIRST = 'first';
const delay = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** `many`: whose creations each statement made that was sent for several; `alone`: whose went by themselves. */
function creating({ connectionMs = 0, refused = new Set(), refusal = { kind: 'changes-exceeded' } }: World = {}) {
  const many: string[][] = [];
  const alone: string[] = [];
  const repository = {
    create: async ({ link }: Creation): Promise<Created> => {
      alone.push(link.workspace_id);
      if (link.workspace_id === FIRST) await delay(1);
      return refused.has(link.workspace_id) ? refusal : { kind: 'made' };
    },
    given: ({ link }: Creation) => ({ row: { workspace_id: link.workspace_id } }) as Given,
    createMany: async (given: () => readonly Given[]) => {
      await delay(connectionMs);
      const all = given();
      many.push(all.map(({ row }) => row.workspace_id));
      return new Map<Given, Created>(all.map((one) => [one, { kind: 'made' }]));
    },
  };
  const creations = new CreationsTogether(repository as unknown as CreationRepository);
  const ask = ({ workspace, isNewCode = true, waitsMs = 20_000 }: Asked) =>
    withDeadline(Date.now() + waitsMs, () =>
      creations.create({ link: { workspace_id: workspace }, isNewCode, key: null } as Creation),
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

it('leave out a code that somebody wants', async () => {
  const { many, alone, askAll } = creating();
  await askAll([{ workspace: 'one' }, { workspace: 'custom', isNewCode: false }, { workspace: 'other' }]);
  expect(many).toEqual([['one', 'other']]);
  expect(alone).toEqual([FIRST, 'custom']);
});

it.each<[Created, string]>([
  [{ kind: 'monthly-limit', limit: 0 }, 'other'],
  [{ kind: 'changes-exceeded' }, 'other'],
  // Of random codes the next one is as good as any, and a code that somebody wants says nothing of those.
  [{ kind: 'code-taken' }, 'refused other'],
  [{ kind: 'code-version', version: 2 }, 'refused other'],
])('leave out a workspace that has no more, not one whose code cannot be had: %j', async (refusal, together) => {
  const { many, ask, askAll } = creating({ refused: new Set(['refused']), refusal });
  expect(await ask({ workspace: 'refused', waitsMs: 1_000 })).toEqual(refusal);
  await askAll(['refused', 'other', 'more'].map((workspace) => ({ workspace })));
  expect(many).toEqual([[...together.split(' '), 'more']]);
});

it('leave out the ten thousand workspaces that were refused last, and no more', async () => {
  const all = Array.from({ length: 10_001 }, (_, number) => `refused${number}`);
  const { many, alone, ask, askAll } = creating({ refused: new Set(all) });
  // Whoever goes soon goes alone, so that nobody else is tried again.
  await Promise.all(all.map((workspace) => ask({ workspace, waitsMs: 1_000 })));
  expect(alone).toHaveLength(all.length);
  await askAll(['refused0', 'refused1', 'refused10000', 'other'].map((workspace) => ({ workspace })));
  expect(many).toEqual([['refused0', 'other']]);
});
