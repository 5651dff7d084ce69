import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Pace } from '../ingest/pace.js';
import { type ClickRow, toClickHouseTime } from './click.row.js';
import { ClickHouse, rows } from './clickhouse.js';

/** Settings of an insert: all of them every time, since the embedded engine keeps what it was told last. */
export const insertSettings = (token: string) => ({
  insert_deduplicate: 1 as const,
  insert_deduplication_token: token,
  async_insert: 0 as const,
  // Clicks that come late may be of any number of days, each of which is a partition.
  max_partitions_per_insert_block: '0',
  // In a cluster: answer when the shards have it, not when it is queued.
  distributed_foreground_insert: 1 as const,
});

// A thousand clicks name up to a thousand links and ids in the text of the query.
const LOOK_UP_SETTINGS = { max_query_size: '16777216', max_ast_elements: '1000000' };

/** Writes clicks, one batch at a time. Ids are validated as UUIDs by the contract before they come here. */
@Injectable()
export class ClickRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Stores a batch; the same token again is without effect, whatever became of the first attempt. */
  async insert(batch: readonly ClickRow[], token: string, pace = new Pace()): Promise<void> {
    const { stream } = await this.clickhouse.writer.exec({
      query: 'INSERT INTO clicks FORMAT JSONEachRow',
      values: Readable.from(textOf(batch, pace)),
      clickhouse_settings: insertSettings(token),
    });
    for await (const _ of stream);
  }

  /**
   * Which of these clicks are stored. Sorted by time as clicks arrive, hardly any stored part reaches into the time of a
   * new batch, so this costs next to nothing until something did come twice. `lookBackMs`: how much earlier than it says now a
   * click may have been stored.
   */
  async stored(batch: readonly ClickRow[], lookBackMs = 0): Promise<Set<string>> {
    if (batch.length === 0) return new Set();
    const { where, params, settings } = whereStored(batch, lookBackMs);
    const query = `SELECT event_id FROM clicks ${where}`;
    const found = await rows<{ event_id: string }>(this.clickhouse.writer, query, params, settings);
    return new Set(found.map((row) => row.event_id));
  }
}

/** Where these clicks are, by time and link, which the table is sorted by. */
export function whereStored(batch: readonly ClickRow[], lookBackMs = 0) {
  const times = batch.map((row) => row.clicked_at).sort();
  const from = toClickHouseTime(new Date(Date.parse(`${times[0]}Z`) - lookBackMs));
  const links = new Set(batch.map((row) => `('${row.workspace_id}','${row.link_id}')`));
  const where = `WHERE clicked_at >= {from:DateTime64(3, 'UTC')} AND clicked_at <= {to:DateTime64(3, 'UTC')}
      AND day >= toDate({from:DateTime64(3, 'UTC')}) AND day <= toDate({to:DateTime64(3, 'UTC')})
      AND (workspace_id, link_id) IN (${[...links].join(',')})
      AND event_id IN (${batch.map((row) => `'${row.event_id}'`).join(',')})`;
  return { where, params: { from, to: times.at(-1) }, settings: LOOK_UP_SETTINGS };
}

/** One row a line, a slice at a time. */
async function* textOf(rows: readonly ClickRow[], pace: Pace): AsyncGenerator<string> {
  let text = '';
  for (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    const pause = pace.step();
    if (!pause) continue;
    yield text;
    text = '';
    await pause;
  }
  if (text !== '') yield text;
}
