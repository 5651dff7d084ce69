import { describe, expect, it } from '@jest/globals';
import type { Click } from '@linkway/contracts';
import type { JsMsg } from '@nats-io/jetstream';
import { v7 as uuidv7 } from 'uuid';
import type { EnrichService } from '../enrich/enrich.service.js';
import { ClickRepository } from '../store/click.repository.js';
import type { ClickRow } from '../store/click.row.js';
import type { ClickHouse } from '../store/clickhouse.js';
import { BatchService } from './batch.service.js';
import { type ClickMessage, readClickMessage } from './click-message.js';
import type { InsertQueue } from './insert-queue.js';
import { Pace, SLICE } from './pace.js';

const CLICKS = 5 * SLICE + 100;

const aClick = (): Click => ({
  event_id: uuidv7(),
  clicked_at: new Date().toISOString(),
  link_id: uuidv7(),
  workspace_id: uuidv7(),
  code: 'abc',
  host: 'go.example',
  ip: '113.160.0.1',
  user_agent: '',
  referer: '',
  accept_language: '',
  query: '',
  method: 'GET',
  purpose: '',
  signed_in: false,
  rule: 'default',
});

function aMessage(clicks: unknown[]): JsMsg {
  const envelope = {
    id: uuidv7(),
    type: 't',
    occurred_at: new Date().toISOString(),
    producer: 'redirect',
    correlation_id: 'c',
    causation_id: null,
    traceparent: null,
    data: { clicks },
  };
  return { seq: 1, time: new Date(), json: () => envelope } as unknown as JsMsg;
}

/** How many things were done between one turn of others and the next. */
class Counter {
  readonly slices: number[] = [];
  private since = 0;
  readonly pace = new Pace(async () => {
    this.slices.push(this.since);
    this.since = 0;
  });

  done(): void {
    this.since += 1;
  }

  /** The longest that the event loop was held, in clicks. */
  get longest(): number {
    return Math.max(this.since, ...this.slices);
  }
}

describe('a backlog of clicks', () => {
  it('is read in slices', async () => {
    const counter = new Counter();
    // An entry counts when it is looked at.
    const clicks = Array.from({ length: CLICKS }, () => {
      const { event_id: id, ...click } = aClick();
      return Object.defineProperty(click, 'event_id', {
        enumerable: true,
        get: () => {
          counter.done();
          return id;
        },
      });
    });
    const read = await readClickMessage(aMessage(clicks), counter.pace);
    expect(read.clicks).toHaveLength(CLICKS);
    expect(counter.slices).toHaveLength(5);
    // The schema may look more than once at a click, but at each as often.
    expect(new Set(counter.slices).size).toBe(1);
  });

  it('is worked out in slices, over the borders of messages', async () => {
    const counter = new Counter();
    const enricher = {
      enrich: async (click: Click) => {
        counter.done();
        return { event_id: click.event_id } as ClickRow;
      },
    } as unknown as EnrichService;
    const clicks = { stored: async () => new Set<string>() } as unknown as ClickRepository;
    const batches = new BatchService(clicks, enricher, {} as InsertQueue);
    const messages = Array.from({ length: 26 }, (_, index) => ({
      message: { seq: index + 1, time: new Date() },
      clicks: Array.from({ length: 100 }, aClick),
      corrected: 0,
      fault: null,
      traceparent: null,
    })) as unknown as ClickMessage[];
    const prepared = await batches.prepare({ stream: 's', epoch: 0, messages, fixed: null }, counter.pace);
    expect(prepared.rows).toHaveLength(CLICKS);
    expect(counter.longest).toBeLessThanOrEqual(SLICE);
    expect(counter.slices).toHaveLength(5);
  });

  it('is handed to the store in slices', async () => {
    const counter = new Counter();
    const chunks: string[] = [];
    const writer = {
      exec: async ({ values }: { values: AsyncIterable<string> }) => {
        for await (const chunk of values) chunks.push(chunk);
        return { stream: [] };
      },
    };
    const clicks = new ClickRepository({ writer } as unknown as ClickHouse);
    const rows = Array.from({ length: CLICKS }, () => ({
      toJSON: () => {
        counter.done();
        return { event_id: uuidv7() };
      },
    }));
    await clicks.insert(rows as unknown as ClickRow[], 'token', counter.pace);
    expect(counter.longest).toBeLessThanOrEqual(SLICE);
    expect(chunks.join('').trim().split('\n')).toHaveLength(CLICKS);
    expect(Math.max(...chunks.map((chunk) => chunk.trim().split('\n').length))).toBeLessThanOrEqual(SLICE);
  });

  it('lets others have their turn', async () => {
    let turns = 0;
    const over = new AbortController();
    const others = (async () => {
      for (; !over.signal.aborted; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    })();
    await readClickMessage(aMessage(Array.from({ length: CLICKS }, aClick)), new Pace());
    over.abort();
    await others;
    expect(turns).toBeGreaterThanOrEqual(5);
  });
});
