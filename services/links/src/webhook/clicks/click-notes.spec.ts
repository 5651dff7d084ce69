import { describe, expect, it } from '@jest/globals';
import type { Click, describeClicksRpc, RpcRequest } from '@linkway/contracts';
import type { RpcClient } from '@linkway/platform';
import { v7 as uuidv7 } from 'uuid';
import { ClickNotes } from './click-notes.js';
import type { ClickNotesRepository, Due, Listener } from './click-notes.repository.js';
import type { ClickPositionRepository } from './click-position.repository.js';

const aClick = (workspace_id: string, user_agent = ''): Click => ({
  event_id: uuidv7(),
  clicked_at: '2026-11-28T10:00:00.000Z',
  link_id: uuidv7(),
  workspace_id,
  code: 'summer',
  host: 'go.example',
  ip: '203.0.113.77',
  user_agent,
  referer: '',
  accept_language: '',
  query: '',
  method: 'GET',
  purpose: '',
  signed_in: false,
  rule: 'default',
});

/** Some accounts of which each has a webhook, and what is made of their clicks. */
function someNotes(workspaces: readonly string[], answer = (clicks: readonly Click[]) => clicks) {
  const asked: number[] = [];
  const noted: { listener: Listener; clicks: string[] }[] = [];
  const repository = {
    listeners: async (ids: readonly string[]) =>
      workspaces
        .filter((id) => ids.includes(id))
        .map((id) => ({ id: `webhook of ${id}`, workspace_id: id, bot_clicks: false })),
    transaction: (work: (manager: unknown) => Promise<unknown>) => work({}),
    note: async (due: readonly Due[]) =>
      void noted.push(...due.map(({ listener, clicks }) => ({ listener, clicks: clicks.map(({ id }) => id) }))),
  };
  const advanced: number[] = [];
  const positions = { advance: async (_stream: string, _holder: string, { to }: { to: number }) => advanced.push(to) };
  const rpc = {
    call: async (_contract: unknown, { clicks }: RpcRequest<typeof describeClicksRpc>) => {
      asked.push(clicks.length);
      return {
        data: answer(clicks).map(({ event_id, user_agent }) => ({
          event_id,
          country: 'VN',
          device: 'mobile',
          browser: 'chrome',
          referrer: '',
          kind: user_agent === 'bot' ? 'bot' : 'human',
        })),
      };
    },
  };
  const notes = new ClickNotes(
    repository as unknown as ClickNotesRepository,
    positions as unknown as ClickPositionRepository,
    rpc as unknown as RpcClient,
  );
  return { notes, asked, noted, advanced };
}
const portionOf = (clicks: readonly Click[], keep: () => Promise<boolean>) => ({
  stream: 'CLICKS_0',
  holder: 'this process',
  from: 7,
  batches: [{ sequence: 8, storedAt: new Date(0), entries: clicks }],
  keep,
});

describe('a portion of clicks', () => {
  const accounts = Array.from({ length: 30 }, () => uuidv7());
  const clicks = accounts.flatMap((id) => Array.from({ length: 8 }, () => aClick(id)));

  it('is asked for in a few questions, however many accounts they are of, and the shard is kept before each', async () => {
    const { notes, asked, noted, advanced } = someNotes(accounts);
    let kept = 0;
    const keep = async () => (kept += 1) > 0;
    const unwanted = aClick(uuidv7());
    expect(await notes.note(portionOf([unwanted, ...clicks, aClick(accounts[0] ?? '', 'bot')], keep))).toBe(true);
    expect(asked).toEqual([100, 100, 41]);
    expect(kept).toBe(3);
    expect(advanced).toEqual([8]);
    expect(noted).toEqual(
      accounts.map((id) => ({
        listener: expect.objectContaining({ workspace_id: id }),
        clicks: clicks.filter(({ workspace_id }) => workspace_id === id).map(({ event_id }) => event_id),
      })),
    );
  });

  it('is given up once another process has the shard', async () => {
    const { notes, asked, noted, advanced } = someNotes(accounts);
    expect(await notes.note(portionOf(clicks, async () => asked.length < 2))).toBe(false);
    expect(asked).toEqual([100, 100]);
    expect([noted, advanced]).toEqual([[], []]);
  });

  it('is not noted where others were described, or not all', async () => {
    for (const answer of [
      (some: readonly Click[]) => some.slice(1),
      (some: readonly Click[]) => some.toReversed(),
      (some: readonly Click[]) => [...some, ...some],
    ]) {
      const { notes, noted, advanced } = someNotes(accounts, answer);
      await expect(notes.note(portionOf(clicks, async () => true))).rejects.toThrow('other clicks');
      expect([noted, advanced]).toEqual([[], []]);
    }
  });

  it('asks nobody where nobody wants any, and moves on', async () => {
    const { notes, asked, noted, advanced } = someNotes([]);
    expect(await notes.note(portionOf(clicks, async () => true))).toBe(true);
    expect([asked, noted, advanced]).toEqual([[], [], [8]]);
  });
});
