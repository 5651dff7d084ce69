import { describe, expect, it } from '@jest/globals';
import { createGuestLinkRpc, getGuestQuotaRpc } from '@linkway/contracts';
import { Calendar, systemTimeZone } from '../src/quota/calendar.js';
import { QuotaService } from '../src/quota/quota.service.js';
import { callerOf, eventually, outcomes, refusal, refused, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const quota = (device_id: string, ip = '127.0.0.1') => links.call(getGuestQuotaRpc, { device_id, ip });

describe("a guest's link", () => {
  it('belongs to nobody and tells how many are left today', async () => {
    const device_id = uuidv7();
    const link = await links.createGuest({ device_id, custom_code: 'guest-code', url: 'https://example.com/g' });
    expect(link).toEqual({
      id: expect.any(String),
      short_code: 'guest-code',
      short_url: 'https://go.example:8443/guest-code',
      original_url: 'https://example.com/g',
      domain: { id: links.main.id, domain_name: 'go.example:8443' },
      created_at: expect.stringMatching(/Z$/),
      expires_at: null,
      limit: 5,
      remaining: 4,
    });
    expect(await quota(device_id)).toEqual({ limit: 5, used: 1, remaining: 4 });
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(1));
    expect(links.eventsOf(link.id)[0]?.data.route).toMatchObject({
      workspace_id: null,
      version: 1,
      host: 'go.example',
    });
    const rows = await links.query('SELECT device_id, workspace_id, user_id FROM short_links WHERE id = $1', [link.id]);
    expect(rows).toEqual([{ device_id, workspace_id: null, user_id: null }]);
  });

  it.each([
    [{ url: 'http://10.0.0.1/' }, 'links.url_private'],
    [{ url: 'http://10.0.0.1.nip.io/' }, 'links.url_private'],
    [{ url: 'http://localtest.me:3000/' }, 'links.url_private'],
    [{ url: 'https://go.example:8443/x' }, 'links.url_loop'],
    [{ custom_code: 'admin' }, 'links.code_reserved'],
    [{ custom_code: '..' }, 'links.code_invalid'],
  ])('keeps to the rules of all links: %j', async (fields, code) => {
    expect(await refusal(links.createGuest(fields))).toBe(code);
  });

  it('is made on free active domains only', async () => {
    expect(await refusal(links.createGuest({ domain_id: links.second.id }))).toBe('none');
    expect(await refusal(links.createGuest({ domain_id: links.rented.id }))).toBe('links.domain_unavailable');
    expect(await refusal(links.createGuest({ domain_id: links.closed.id }))).toBe('links.domain_unavailable');
  });
});

describe('the daily limit of guests', () => {
  it('is exact per device when 40 links are made at the same time', async () => {
    const device_id = uuidv7();
    const calls = Array.from({ length: 40 }, () => links.createGuest({ device_id }));
    expect(await outcomes(calls)).toEqual({ none: 5, 'links.guest_limit': 35 });
    expect(await quota(device_id)).toEqual({ limit: 5, used: 5, remaining: 0 });
    const error = await refused(links.createGuest({ device_id }));
    expect(error).toMatchObject({ code: 'links.guest_limit', params: { limit: 5 } });
    expect(error?.retryAfterSeconds).toBeGreaterThan(0);
    expect(error?.retryAfterSeconds).toBeLessThanOrEqual(86_400);
  });

  it('is exact per network, whatever device ids are made up', async () => {
    const from = (ip: string) => Array.from({ length: 40 }, () => links.createGuest({}, { ip }));
    expect(await outcomes(from('198.51.100.7'))).toEqual({ none: 5, 'links.guest_limit': 35 });
    expect(await quota(uuidv7(), '198.51.100.7')).toMatchObject({ remaining: 0 });
    expect(await refusal(links.createGuest({}, { ip: '::ffff:198.51.100.7' }))).toBe('links.guest_limit');
    expect(await refusal(links.createGuest({}, { ip: '198.51.100.8' }))).toBe('none');
  });

  it('takes the /64 of an IPv6 address as one network', async () => {
    const calls = Array.from({ length: 8 }, (_, i) => links.createGuest({}, { ip: `2001:db8:1:2::${i + 1}` }));
    expect(await outcomes(calls)).toEqual({ none: 5, 'links.guest_limit': 3 });
    expect(await refusal(links.createGuest({}, { ip: '2001:db8:1:3::1' }))).toBe('none');
  });

  it('takes a /56 for a few guests, however many of its /64s come', async () => {
    const from = (i: number) => links.createGuest({}, { ip: `2001:db8:5:a0${i.toString(16).padStart(2, '0')}::1` });
    expect(await outcomes(Array.from({ length: 30 }, (_, i) => from(i)))).toEqual({
      none: 20,
      'links.guest_limit': 10,
    });
    expect(await quota(uuidv7(), '2001:db8:5:a0ff::1')).toEqual({ limit: 5, used: 5, remaining: 0 });
    expect(await refusal(links.createGuest({}, { ip: '2001:db8:5:a100::1' }))).toBe('none');
  });

  it('takes what it cannot read for one network', async () => {
    const ips = ['203.0.113.7:1234', 'unknown', '', '203.0.113.9:5'];
    const calls = Array.from({ length: 12 }, (_, i) => links.createGuest({}, { ip: ips[i % ips.length] ?? '' }));
    expect(await outcomes(calls)).toEqual({ none: 5, 'links.guest_limit': 7 });
  });

  it('keeps no address, and nothing to work one out with once the day is over', async () => {
    await links.createGuest({}, { ip: '198.51.100.23' });
    const all = async () => JSON.stringify(await links.query('SELECT * FROM guest_usage, change_usage'));
    expect(await all()).not.toContain('198.51.100');
    const today = new Calendar(systemTimeZone()).day(new Date());
    const [{ salt } = { salt: Buffer.alloc(0) }] = await links.query<{ salt: Buffer }>(
      'SELECT salt FROM guest_salts WHERE day = $1',
      [today],
    );
    expect(salt).toHaveLength(32);
    await links.query("INSERT INTO guest_salts (day, salt) VALUES ('2020-01-01', 'old')");
    await links.service.get<QuotaService>(QuotaService).clean();
    expect(await links.query('SELECT day FROM guest_salts')).toEqual([{ day: today }]);
  });

  it('goes on counting networks that the former release counted by their addresses', async () => {
    const today = new Calendar(systemTimeZone()).day(new Date());
    await links.createGuest({}, { ip: '198.51.100.41' });
    for (const [ip, used] of [
      ['198.51.100.40', 5],
      ['198.51.100.41', 3],
    ]) {
      await links.query('INSERT INTO guest_usage (key, day, used) VALUES ($1, $2, $3)', [`network:${ip}`, today, used]);
    }
    await links.service.get<QuotaService>(QuotaService).clean();
    expect(await links.query("SELECT 1 FROM guest_usage WHERE key LIKE 'network:%'")).toEqual([]);
    expect(await refusal(links.createGuest({}, { ip: '198.51.100.40' }))).toBe('links.guest_limit');
    expect(await quota(uuidv7(), '198.51.100.41')).toMatchObject({ used: 4, remaining: 1 });
  });

  it('does not take one machine for one visitor', async () => {
    const calls = Array.from({ length: 12 }, () => links.createGuest({}, { ip: '::1' }));
    expect(await outcomes(calls)).toEqual({ none: 12 });
  });

  it('does not charge the device for what the network refused, nor for a link that failed', async () => {
    const device_id = uuidv7();
    for (let i = 0; i < 5; i += 1) await links.createGuest({}, { ip: '198.51.100.9' });
    expect(await refusal(links.createGuest({ device_id }, { ip: '198.51.100.9' }))).toBe('links.guest_limit');
    await links.create(callerOf(), { custom_code: 'has-an-owner' });
    expect(await refusal(links.createGuest({ device_id, custom_code: 'has-an-owner' }))).toBe('links.code_taken');
    expect(await quota(device_id)).toEqual({ limit: 5, used: 0, remaining: 5 });
  });

  it('starts anew every day', async () => {
    const device_id = uuidv7();
    const key = `device:${device_id}`;
    await links.query("INSERT INTO guest_usage (key, day, used) VALUES ($1, '2020-01-01', 5)", [key]);
    expect(await refusal(links.createGuest({ device_id }))).toBe('none');
    const today = new Calendar(systemTimeZone()).day(new Date());
    const rows = await links.query('SELECT day, used FROM guest_usage WHERE key = $1 ORDER BY day', [key]);
    expect(rows).toEqual([
      { day: '2020-01-01', used: 5 },
      { day: today, used: 1 },
    ]);
  });
});

describe('a repeated key of a guest', () => {
  it('gives the first answer again, and counts once', async () => {
    const device_id = uuidv7();
    const request = { device_id, url: 'https://example.com/again' };
    const first = await links.createGuest(request, { key: 'again' });
    expect(await links.createGuest(request, { key: 'again' })).toEqual(first);
    expect(await quota(device_id)).toMatchObject({ used: 1 });
    const other = links.call(createGuestLinkRpc, {
      link: { ...request, url: 'https://example.com/other' },
      ip: '127.0.0.1',
      idempotency_key: 'again',
    });
    expect(await refusal(other)).toBe('request.idempotency_mismatch');
  });
});
