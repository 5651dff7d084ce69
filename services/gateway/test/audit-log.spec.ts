import { describe, expect, it } from '@jest/globals';
import type { Browser } from './support/browser.js';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld(() => ({ TRUSTED_PROXIES: '127.0.0.1' }));
const AT = '/api/admin/audit-log';

async function administrator(): Promise<{ browser: Browser; id: string; email: string }> {
  const browser = world.browser();
  const email = freshEmail();
  await browser.register(email);
  const account = world.identity.users.get(email);
  if (!account) throw new Error('nobody was registered');
  account.user.role = 'admin';
  return { browser, id: account.user.id, email };
}

describe('the audit log', () => {
  it('is asked for with its filters', async () => {
    const { browser } = await administrator();
    const query = 'search=%20an%20&level=warning&module=auth&from=2026-11-01T00:00:00Z&page=2&limit=3';
    const { status, json } = await browser.get(`${AT}?${query}`);
    expect([status, (json.data as unknown[]).length]).toEqual([200, 3]);
    expect(world.auditLog.lastList).toEqual({
      search: 'an',
      level: 'warning',
      module: 'auth',
      from: '2026-11-01T00:00:00Z',
      page: 2,
      limit: 3,
    });
    for (const [wrong, code] of [
      ['level=fatal', 'request.invalid'],
      ['module=moon', 'request.invalid'],
      ['limit=101', 'request.invalid'],
    ]) {
      expect((await browser.get(`${AT}?${wrong}`)).json.code).toBe(code);
    }
    const { status: refused, json: problem } = await browser.get(`${AT}?from=yesterday`);
    expect([refused, problem.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'from', code: 'audit_log.date_invalid' })],
    ]);
  });

  it('is for administrators in a session alone', async () => {
    const user = await world.signedIn();
    for (const path of ['', '/verification', '/export']) {
      expect((await user.get(`${AT}${path}`)).status).toBe(403);
      expect((await world.browser().get(`${AT}${path}`)).status).toBe(401);
      expect((await world.browser().get(`${AT}${path}`, { authorization: 'Bearer lw_live_x' })).status).toBe(401);
    }
    expect([world.auditLog.begun, world.auditLog.verified]).toEqual([[], []]);
  });

  it('is proved for whoever asks, who is named with their address', async () => {
    const { browser, id, email } = await administrator();
    const { status, json } = await browser.get(`${AT}/verification?seq=2&hash=${'a'.repeat(64)}`, {
      'x-forwarded-for': '198.51.100.7',
    });
    expect([status, json.whole, json.complete, json.entries]).toEqual([200, true, false, 2]);
    const by = { email, full_name: 'Ada L.' };
    expect(world.auditLog.verified).toEqual([
      { input: { noted: { seq: 2, hash: 'a'.repeat(64) }, by }, userId: id, ip: '198.51.100.7' },
    ]);
    const rest = await browser.get(`${AT}/verification?next=${encodeURIComponent(String(json.next))}`);
    expect(rest.json).toMatchObject({ complete: true, next: null, entries: 3, last_seq: 3 });
    expect(world.auditLog.verified.at(-1)?.input).toEqual({ noted: {}, next: 'a place', by });
    const { status: long, json: problem } = await browser.get(`${AT}/verification?next=${'a'.repeat(1_001)}`);
    expect([long, problem.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'next', code: 'audit_log.next_invalid' })],
    ]);
    expect((await browser.get(`${AT}/verification?seq=2&hash=abc`)).status).toBe(400);
  });
});

describe('an export', () => {
  it('is a file of CSV with all entries, over many portions', async () => {
    const { browser, email } = await administrator();
    world.auditLog.entries = 1_234;
    world.auditLog.portions = [];
    const { status, headers, bytes, text } = await browser.get(
      `${AT}/export?module=auth&level=error&search=an&from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z`,
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="linkway-audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(headers.get('cache-control')).toContain('no-store');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1_235);
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
      Array.from({ length: 1_234 }, (_, index) => 1_234 - index),
    );
    expect(lines[1]).toContain(",'=cmd|calc,");
    const filter = {
      module: 'auth',
      level: 'error',
      search: 'an',
      from: '2026-11-01T00:00:00Z',
      to: '2026-12-01T00:00:00Z',
    };
    // Each of them, not the first alone.
    expect(world.auditLog.portions.length).toBeGreaterThan(1);
    for (const portion of world.auditLog.portions) expect(portion.filter).toEqual(filter);
    expect(world.auditLog.begun.at(-1)).toEqual({
      filter,
      format: 'csv',
      by: { email, full_name: 'Ada L.' },
    });
  });

  it.each([0, 1, 201])('is a JSON array of %i entries', async (entries) => {
    const { browser } = await administrator();
    world.auditLog.entries = entries;
    const { headers, json } = await browser.get(`${AT}/export?format=json`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((json as unknown as { seq: number }[]).map(({ seq }) => seq)).toEqual(
      Array.from({ length: entries }, (_, index) => entries - index),
    );
  });

  it('breaks off where the rest cannot be had, and is never taken for whole', async () => {
    const { browser } = await administrator();
    world.auditLog.entries = 1_000;
    world.auditLog.breaksAt = 500;
    await expect(browser.get(`${AT}/export`)).rejects.toThrow();
    world.auditLog.breaksAt = Number.NEGATIVE_INFINITY;
  });

  it('is none where only its head is asked for', async () => {
    const { browser } = await administrator();
    const before = world.auditLog.begun.length;
    expect((await browser.send('HEAD', `${AT}/export`)).status).toBe(200);
    expect(world.auditLog.begun).toHaveLength(before);
    expect((await browser.get(`${AT}/export?format=pdf`)).status).toBe(400);
  });
});
