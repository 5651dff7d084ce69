import { join } from 'node:path';
import type { ApiSession } from '@linkway/local/api-session';
import { openClickHouse } from '@linkway/platform/embedded';
import { say } from '../load/result.ts';
import type { Traffic } from './traffic.ts';

type Client = ReturnType<Awaited<ReturnType<typeof openClickHouse>>['connect']>;

export interface Count {
  /** Answered, but not among the clicks. */
  lost: number;
  /** Rows beyond the first of one request. */
  duplicates: number;
  /** Clicks of requests whose connection broke: served, though the client never learnt of it. */
  unknown: number;
  /** Clicks of requests that were never served. */
  invented: number;
}

/** Requests carry their number as utm_content, so that each click can be held against its request. */
export const numbered = (url: string | (() => string)) => (number: number) =>
  `${typeof url === 'string' ? url : url()}?utm_content=${number}`;

/** Compares every click of a link with every request, in the folder of the embedded engine, which nobody else may have open. */
export async function compare(dataDir: string, linkId: string, traffic: Traffic): Promise<Count> {
  const store = await openClickHouse({ path: join(dataDir, 'clickhouse') });
  try {
    return await compareIn(store.connect(), linkId, traffic);
  } finally {
    await store.stop();
  }
}

/** The same through a client. Without FINAL, which would hide the very doubles that are looked for. */
export async function compareIn(client: Client, linkId: string, traffic: Traffic): Promise<Count> {
  const result = await client.query({
    query:
      'SELECT toUInt32(utm_content) AS number, count() AS clicks FROM clicks WHERE link_id = {link:UUID} GROUP BY number',
    query_params: { link: linkId },
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ number: number; clicks: string }>();
  const clicks = new Map(rows.map(({ number, clicks: count }) => [number, Number(count)]));
  const numbers = [...clicks.keys()];
  return {
    lost: [...traffic.answered].filter((number) => !clicks.has(number)).length,
    duplicates: [...clicks.values()].reduce((sum, count) => sum + count - 1, 0),
    unknown: numbers.filter((number) => traffic.broken.has(number)).length,
    invented: numbers.filter((number) => !traffic.answered.has(number) && !traffic.broken.has(number)).length,
  };
}

/** A total that stands still for so long will not grow any more. */
const STILL_MS = 60_000;

/** The total that the API tells, once it has not changed for two seconds and is at least what was answered; -1 where it tells none. */
export async function settledTotal(
  session: ApiSession,
  linkId: string,
  atLeast: number | (() => Promise<number>),
): Promise<number> {
  let last = -1;
  let since = Date.now();
  let refusal = '';
  for (;;) {
    const { total } = await session
      .send<{ total: number }>('GET', `/api/links/${linkId}/analytics?kind=all`)
      .catch((error: Error) => {
        refusal = error.message;
        return { total: -1 };
      });
    if (total !== last) {
      last = total;
      since = Date.now();
    }
    const enough = total >= (typeof atLeast === 'number' ? atLeast : await atLeast());
    if (Date.now() - since > (enough ? 2_000 : STILL_MS)) {
      if (total < 0) say(`  the statistics were refused: ${refusal}`);
      return total;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
