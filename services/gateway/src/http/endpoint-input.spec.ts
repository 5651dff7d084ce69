import { describe, expect, it } from '@jest/globals';
import { createGuestLink, getGuestClicks, getLink, listLinks, logout } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { parseInput } from './endpoint-input.js';

const raw = (parts: { params?: unknown; query?: unknown; headers?: Record<string, unknown>; body?: unknown }) => ({
  params: {},
  query: {},
  headers: {},
  body: undefined,
  ...parts,
});

function problemOf(attempt: () => unknown): AppError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('nothing was refused');
}

describe('parseInput', () => {
  it('gives what the contract makes of it: trimmed, with defaults, as numbers', () => {
    expect(parseInput(listLinks, raw({ query: { page: '2', search: ' shoes ' } })).query).toEqual({
      page: 2,
      limit: 50,
      search: 'shoes',
      sort: 'newest',
    });
  });

  it('ignores a body where the operation has none', () => {
    expect(parseInput(logout, raw({ body: { anything: 1 } })).body).toEqual({});
  });

  it('tells a missing field from one of the wrong kind', () => {
    const missing = problemOf(() => parseInput(createGuestLink, raw({ body: { url: 'https://example.com' } })));
    expect(missing.errors).toEqual([expect.objectContaining({ field: 'device_id', code: 'request.field_required' })]);
    const wrong = problemOf(() =>
      parseInput(createGuestLink, raw({ body: { url: 'https://example.com', device_id: 1 } })),
    );
    expect(wrong.errors).toEqual([expect.objectContaining({ field: 'device_id', code: 'request.field_type' })]);
  });

  it('says of a missing body which fields are missing', () => {
    expect(problemOf(() => parseInput(createGuestLink, raw({}))).code).toBe('links.url_required');
  });

  it('answers an id that cannot be one like an unknown one', () => {
    expect(problemOf(() => parseInput(getLink, raw({ params: { id: 'x' } }))).code).toBe('links.not_found');
  });

  it('reads the headers that the operation names, in whatever letters, and no others', () => {
    const query = { ids: '01900000-0000-7000-8000-000000000001' };
    const device = { 'x-linkway-device': ' device-1234 ', cookie: 'secret' };
    const { headers } = parseInput(getGuestClicks, raw({ query, headers: device }));
    expect(headers).toEqual({ 'X-Linkway-Device': 'device-1234' });
    expect(parseInput(listLinks, raw({ headers: device })).headers).toEqual({});
    expect(problemOf(() => parseInput(getGuestClicks, raw({ query }))).errors).toEqual([
      expect.objectContaining({ field: 'X-Linkway-Device', code: 'request.field_required' }),
    ]);
  });

  it('refuses a repeated query parameter, and has no prototype in reach', () => {
    const repeated = problemOf(() => parseInput(listLinks, raw({ query: { page: ['1', '2'] } })));
    expect(repeated.errors).toEqual([expect.objectContaining({ field: 'page' })]);
    const query = JSON.parse('{"__proto__":"x","page":"3"}') as unknown;
    expect(parseInput(listLinks, raw({ query })).query).toMatchObject({ page: 3 });
  });
});
