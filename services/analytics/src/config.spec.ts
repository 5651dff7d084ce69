import { expect, it } from '@jest/globals';
import { flushMs, restMs } from './config.js';

it('clicks are gathered for a second where there is a server, and not for long in the engine, unless told otherwise', () => {
  const server = { CLICKHOUSE_URL: 'http://clickhouse:8123' };
  expect(flushMs({ ...server, CLICK_FLUSH_MS: 0 })).toBe(1_000);
  expect(flushMs({ CLICKHOUSE_URL: '', CLICK_FLUSH_MS: 0 })).toBe(150);
  for (const url of ['', server.CLICKHOUSE_URL]) expect(flushMs({ CLICKHOUSE_URL: url, CLICK_FLUSH_MS: 30 })).toBe(30);
  expect(restMs({ CLICKHOUSE_URL: '', CLICK_FLUSH_MS: 0 })).toBe(1_000);
  for (const other of [
    { ...server, CLICK_FLUSH_MS: 0 },
    { CLICKHOUSE_URL: '', CLICK_FLUSH_MS: 30 },
  ])
    expect(restMs(other)).toBe(0);
});
