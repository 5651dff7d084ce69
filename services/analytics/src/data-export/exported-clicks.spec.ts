import { describe, expect, it } from '@jest/globals';
import type { ClickHouse } from '../store/clickhouse.js';
import { ExportedClicks, lastThatFits } from './exported-clicks.js';

const click = (clicked_at: string) => ({ event_id: `of ${clicked_at}`, clicked_at, link_id: 'a link' });

/** Answers its questions one after another, as days come and go between them. */
const clickhouse = (...answers: unknown[][]): ClickHouse =>
  ({ select: async () => answers.shift() ?? [] }) as unknown as ClickHouse;

describe('clicks of an export', () => {
  it('go on with the next day where one has left between being counted and being read', async () => {
    const store = clickhouse(
      [{ day: '2026-01-01', clicks: '5' }],
      [],
      [{ day: '2026-01-02', clicks: '1' }],
      [click('2026-01-02 10:00:00.000')],
    );
    const { columns, rows, next } = await new ExportedClicks(store).portion('w', null);
    expect(rows.map((row) => row[columns.indexOf('clicked_at')])).toEqual(['2026-01-02T10:00:00.000Z']);
    expect(JSON.parse(next ?? '{}')).toMatchObject({ day: '2026-01-02', at: '2026-01-02 10:00:00.000' });
  });

  it('end where nothing is left', async () => {
    const { rows, next } = await new ExportedClicks(clickhouse([])).portion('w', null);
    expect([rows, next]).toEqual([[], null]);
  });

  it('are of as many whole days as fit', () => {
    const days = [
      { day: '2026-01-01', clicks: '600' },
      { day: '2026-01-02', clicks: '400' },
      { day: '2026-01-03', clicks: '1' },
    ];
    expect(lastThatFits(days, 1_000)).toBe('2026-01-02');
    expect(lastThatFits(days, 999)).toBe('2026-01-01');
    expect(lastThatFits(days, 599)).toBeNull();
  });
});
