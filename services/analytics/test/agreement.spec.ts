import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Analytics, linkTotalsRpc, type RangeQuery } from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { Asker, aCaller, aClick, ClickPublisher, STORES } from './analytics.harness.js';

const DAY_MS = 86_400_000;
const ROUNDS = 15;
const ASKERS = 3;

const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const PINNED = { from: ago(9.3), to: new Date(Date.now() + DAY_MS).toISOString() };
const RANGES: Partial<RangeQuery>[] = [
  { timezone: 'UTC' },
  { timezone: 'Asia/Ho_Chi_Minh', interval: 'day' },
  { timezone: 'Asia/Kathmandu', interval: 'hour' },
  { timezone: 'America/New_York', interval: 'hour', kind: 'human' },
  { timezone: 'Australia/Lord_Howe', interval: 'week' },
  { timezone: 'Asia/Kathmandu', interval: 'hour', kind: 'bot' },
  { timezone: 'UTC', interval: 'month', kind: 'human' },
].map((range) => ({ ...PINNED, ...range }) as Partial<RangeQuery>);

const sum = (rows: readonly { clicks: number }[]): number => rows.reduce((total, { clicks }) => total + clicks, 0);

describe.each(STORES)('on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  const processes: RunningService[] = [];
  let publisher: ClickPublisher;

  beforeAll(async () => {
    const more = { VISITOR_SECRET: 'test', ROLL_UP_MIN_CLICKS: '100', ROLL_UP_SWEEP_MS: '500', CLICK_FLUSH_MS: '100' };
    // The engine lets one process in, a server any number: whoever is free answers.
    for (let number = 0; number < ('clickhouseServer' in wanted ? 2 : 1); number += 1) {
      processes.push(await startService(service, servers.env('analytics', more)));
    }
    publisher = await ClickPublisher.open(servers.natsUrl);
    await eventually(() => Promise.all(processes.map((one) => one.ready())).then((all) => all.every(Boolean)));
  });

  afterAll(() => publisher.close());

  it('an answer has every click that an earlier one had, however it is asked, while clicks arrive', async () => {
    const link = { workspace_id: uuidv7(), link_id: uuidv7() };
    const [first] = processes;
    if (!first) throw new Error('no process');
    const ask = new Asker(first);
    const told = { all: 0, human: 0, bot: 0 };
    const note = (kind: keyof typeof told, clicks: number, atLeast: number): void => {
      expect(clicks).toBeGreaterThanOrEqual(atLeast);
      told[kind] = Math.max(told[kind], clicks);
    };
    const check = (answer: Analytics, kind: RangeQuery['kind'], known: typeof told): void => {
      // One answer in itself: the chart, each breakdown and the total are of the same clicks.
      for (const rows of [answer.series, answer.kinds, answer.devices, answer.countries]) {
        expect(sum(rows)).toBe(answer.total);
      }
      if (kind === 'human' || kind === 'bot') return note(kind, answer.total, known[kind]);
      note('all', answer.total, known.all);
      for (const one of ['human', 'bot'] as const) {
        note(one, answer.kinds.find(({ value }) => value === one)?.clicks ?? 0, known[one]);
      }
    };
    const asking = async (start: number): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const range = RANGES[(start + round) % RANGES.length] ?? {};
        const known = { ...told };
        if (round % 5 === 4) {
          const overview = await ask.workspace(link.workspace_id, range);
          check(overview.analytics, range.kind, known);
          expect(overview.total_clicks).toBeGreaterThanOrEqual(overview.analytics.total);
          const kind = range.kind === 'human' || range.kind === 'bot' ? range.kind : 'all';
          note(kind, overview.total_clicks, known[kind]);
        } else if (round % 5 === 2) {
          const totals = await first
            .get(RpcClient)
            .call(linkTotalsRpc, { link_ids: [link.link_id] }, { caller: aCaller(link.workspace_id) });
          note('all', totals.data[0]?.clicks ?? 0, known.all);
        } else {
          check(await ask.link(link.workspace_id, link.link_id, range), range.kind, known);
        }
      }
    };

    let published = 0;
    const over = new AbortController();
    const loading = (async () => {
      while (!over.signal.aborted) {
        await publisher.publish(
          Array.from({ length: 20 }, (_, index) =>
            aClick({
              ...link,
              clicked_at: ago(((published + index * 37) % 80) / 10),
              ip: `113.160.0.${index % 9}`,
              ...(index % 4 === 0 ? { user_agent: 'Googlebot/2.1' } : {}),
            }),
          ),
        );
        published += 20;
        // Not more than is stored in the time of a few questions.
        while (!over.signal.aborted && published - told.all > 1_000) await delay(5);
      }
    })();
    try {
      await Promise.all(Array.from({ length: ASKERS }, (_, index) => asking(index * 2)));
    } finally {
      over.abort();
      await loading;
    }

    await eventually(
      async () => {
        const { total } = await ask.link(link.workspace_id, link.link_id, PINNED);
        expect(total).toBe(published);
      },
      { timeoutMs: 30_000 },
    );
    const human = (published / 20) * 15;
    for (const range of RANGES) {
      const wanted = range.kind === 'human' ? human : range.kind === 'bot' ? published - human : published;
      expect((await ask.link(link.workspace_id, link.link_id, range)).total).toBe(wanted);
      const overview = await ask.workspace(link.workspace_id, range);
      expect([overview.analytics.total, overview.total_clicks]).toEqual([wanted, wanted]);
    }
  }, 120_000);
});
