import { describe, expect, it } from '@jest/globals';
import { clickBatch, clicksIn, workspaceOf } from './click-batch.js';

const MINE = '0198d1c3-0000-7000-8000-00000000000a';
const THEIRS = '0198d1c3-0000-7000-8000-00000000000b';
const aClick = (workspace_id: string | null, more: object = {}) => ({
  event_id: '0198d1c3-0000-7000-8000-0000000000e1',
  clicked_at: '2026-11-28T10:00:00.000Z',
  link_id: '0198d1c3-0000-7000-8000-0000000000f1',
  workspace_id,
  code: 'summer',
  host: 'go.example',
  ip: '203.0.113.77',
  user_agent: '',
  referer: '',
  accept_language: '',
  query: '',
  method: 'GET',
  purpose: '',
  signed_in: false,
  rule: 'default',
  ...more,
});
const batchOf = (data: unknown) => {
  const envelope = {
    id: '0198d1c3-0000-7000-8000-0000000000c1',
    type: 'evt.redirect.links-clicked.v1',
    occurred_at: '2026-11-28T10:00:00.000Z',
    producer: 'redirect',
    correlation_id: '0198d1c3-0000-7000-8000-0000000000c1',
    causation_id: null,
    traceparent: null,
    data,
  };
  return clickBatch({ seq: 8, time: new Date(5), json: <T>() => envelope as T });
};
const idsOf = (entries: unknown[], ...workspaces: string[]) =>
  clicksIn(batchOf({ clicks: entries }), new Set(workspaces)).map(({ event_id }) => event_id.slice(-2));

describe('a message of clicks', () => {
  it('is read as far as its number where it has none', () => {
    const none = { sequence: 8, storedAt: new Date(5), entries: [] };
    expect(batchOf({ clicks: 'none' })).toEqual(none);
    expect(batchOf(null)).toEqual(none);
    const broken = () => {
      throw new SyntaxError('not JSON');
    };
    expect(clickBatch({ seq: 8, time: new Date(5), json: broken })).toEqual(none);
  });

  it('has the clicks of some accounts, each once, without what cannot be read', () => {
    const other = aClick(MINE.toUpperCase(), { event_id: '0198d1c3-0000-7000-8000-0000000000e2' });
    const entries = [
      aClick(MINE),
      aClick(THEIRS),
      aClick(null),
      null,
      7,
      aClick(MINE, { method: 'PUT' }),
      other,
      aClick(MINE),
    ];
    expect(idsOf(entries, MINE)).toEqual(['e1', 'e2']);
    expect(idsOf(entries)).toEqual([]);
  });

  it('names accounts only by what a database takes for an id', () => {
    expect(workspaceOf(aClick(MINE.toUpperCase()))).toBe(MINE);
    for (const id of [null, '', "'; DROP", 7, `${MINE}0`]) expect(workspaceOf({ workspace_id: id })).toBeNull();
  });
});
