import { describe, expect, it } from '@jest/globals';
import { createLinkRpc, updateLinkRpc } from '@linkway/contracts';
import { verify } from '@node-rs/argon2';
import { askedDomains, callerOf, eventually, outcomes, refusal, refused, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const testOf = (more: object) => ({
  url_b: 'https://b.example/',
  percent_b: 50,
  sticky: false,
  goal_link_id: null,
  ...more,
});
const in2099 = '2099-01-01T07:00:00+07:00';

describe('creating a link', () => {
  it('makes a random code on the main domain and answers with the whole link', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { url: ' https://example.com/a?b=c ' });
    expect(link).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      short_code: expect.stringMatching(/^[A-Za-z0-9]{6}$/),
      short_url: `https://go.example:8443/${link.short_code}`,
      original_url: 'https://example.com/a?b=c',
      domain: { id: links.main.id, domain_name: 'go.example:8443' },
      title: '',
      description: '',
      tags: [],
      campaign_id: null,
      has_password: false,
      expires_at: null,
      max_clicks: null,
      device_targeting: {},
      starts_at: null,
      fallback_url: null,
      hide_referrer: false,
      query_passing: 'off',
      countdown_seconds: null,
      custom_preview: {},
      system_targeting: {},
      location_targeting: {},
      is_cloaked: false,
      deep_links: {},
      trackers: {},
      rules: [],
      ab_test: null,
      is_active: true,
      quarantine: null,
      workspace_id: caller.workspace_id,
      user_id: caller.user_id,
      created_at: expect.stringMatching(/Z$/),
      updated_at: link.created_at,
    });
  });

  it('keeps no character that would turn the texts beside a title around, nor does a change', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { title: '\u202eSale', description: 'one\u2066\ntwo' });
    expect(link).toMatchObject({ title: 'Sale', description: 'one\ntwo' });
    const change = { id: link.id, changes: { title: 'Sale \u202egnp.exe' } };
    expect(await links.call(updateLinkRpc, change, caller)).toMatchObject({ title: 'Sale gnp.exe' });
  });

  it('keeps every option, hashes the password and sends the whole route in its event', async () => {
    const caller = callerOf();
    const link = await links.create(caller, {
      url: 'https://ví-dụ.vn/đường dẫn?x=ă b',
      custom_code: 'Tet-2099_a',
      domain_id: links.second.id,
      title: 'Tết',
      description: 'one\ntwo',
      password: 'mật khẩu',
      expires_at: in2099,
      max_clicks: 7,
      device_targeting: { mobile: 'https://m.example/ế' },
      starts_at: '2098-12-31T00:00:00+07:00',
      fallback_url: 'https://hết.vn/',
      hide_referrer: true,
      query_passing: 'append',
      countdown_seconds: 5,
      custom_preview: { title: 'Tết', image_url: 'https://hết.vn/a.png' },
      system_targeting: { ios: 'https://i.example/ế' },
      location_targeting: { VN: 'https://việt.vn/', other: 'https://o.example/ế' },
      is_cloaked: true,
      deep_links: { ios: 'myapp://page/1', android: 'https://a.example/app' },
      trackers: { google_analytics: 'G-ABC1234567', google_ads: 'AW-123456789/abc', custom: 'https://p.example/a.gif' },
    });
    expect(link).toMatchObject({
      short_url: 'https://second.example/Tet-2099_a',
      original_url: 'https://ví-dụ.vn/đường dẫn?x=ă b',
      has_password: true,
      expires_at: '2099-01-01T00:00:00.000Z',
      max_clicks: 7,
      device_targeting: { mobile: 'https://m.example/ế' },
      starts_at: '2098-12-30T17:00:00.000Z',
      fallback_url: 'https://hết.vn/',
      hide_referrer: true,
      query_passing: 'append',
      countdown_seconds: 5,
      custom_preview: { title: 'Tết', image_url: 'https://hết.vn/a.png' },
      system_targeting: { ios: 'https://i.example/ế' },
      location_targeting: { VN: 'https://việt.vn/', other: 'https://o.example/ế' },
      is_cloaked: true,
      deep_links: { ios: 'myapp://page/1', android: 'https://a.example/app' },
      trackers: { google_analytics: 'G-ABC1234567', google_ads: 'AW-123456789/abc', custom: 'https://p.example/a.gif' },
    });
    expect(JSON.stringify(link)).not.toContain('argon2');

    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(1));
    const [event] = links.eventsOf(link.id);
    expect(event).toMatchObject({ subject: 'evt.links.link-created.v1' });
    expect(event?.data.route).toEqual({
      link_id: link.id,
      workspace_id: caller.workspace_id,
      host: 'second.example',
      domain_name: 'second.example',
      code: 'Tet-2099_a',
      original_url: 'https://xn--v-d-rma6749a.vn/%C4%91%C6%B0%E1%BB%9Dng%20d%E1%BA%ABn?x=%C4%83%20b',
      is_active: true,
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      expires_at: '2099-01-01T00:00:00.000Z',
      max_clicks: 7,
      device_targeting: { mobile: 'https://m.example/%E1%BA%BF' },
      starts_at: '2098-12-30T17:00:00.000Z',
      fallback_url: 'https://xn--ht-z7s.vn/',
      hide_referrer: true,
      query_passing: 'append',
      countdown_seconds: 5,
      custom_preview: { title: 'Tết', image_url: 'https://xn--ht-z7s.vn/a.png' },
      system_targeting: { ios: 'https://i.example/%E1%BA%BF' },
      location_targeting: { VN: 'https://xn--vit-5kz.vn/', other: 'https://o.example/%E1%BA%BF' },
      is_cloaked: true,
      deep_links: { ios: 'myapp://page/1', android: 'https://a.example/app' },
      trackers: { google_analytics: 'G-ABC1234567', google_ads: 'AW-123456789/abc', custom: 'https://p.example/a.gif' },
      version: 1,
    });
    expect(await verify(event?.data.route.password_hash, 'mật khẩu')).toBe(true);
    expect(await links.query("SELECT 1 FROM short_links WHERE password_hash LIKE '%khẩu%'")).toEqual([]);
  });

  it('leaves nothing in the outbox once the event is out', async () => {
    const link = await links.create(callerOf());
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(1));
    await eventually(async () => expect(await links.query('SELECT id FROM outbox')).toEqual([]));
  });

  it('needs a caller', async () => {
    const input = { link: { url: 'https://example.com' }, idempotency_key: null };
    expect(await refusal(links.call(createLinkRpc, input))).toBe('auth.unauthenticated');
  });

  it.each([
    [{ url: 'http://192.168.0.1/' }, 'links.url_private', 'url'],
    [{ url: 'http://localhost:3000/' }, 'links.url_private', 'url'],
    [{ url: 'https://go.example:8443/abc' }, 'links.url_loop', 'url'],
    [{ url: 'https://u:p@example.com/' }, 'links.url_credentials', 'url'],
    [{ device_targeting: { tablet: 'http://10.0.0.1/' } }, 'links.url_private', 'device_targeting.tablet'],
    [{ system_targeting: { ios: 'https://go.example:8443/abc' } }, 'links.url_loop', 'system_targeting.ios'],
    [{ fallback_url: 'http://10.0.0.1/' }, 'links.url_private', 'fallback_url'],
    [{ fallback_url: 'https://go.example:8443/abc' }, 'links.url_loop', 'fallback_url'],
    [{ custom_preview: { image_url: 'http://169.254.169.254/' } }, 'links.url_private', 'custom_preview.image_url'],
    [
      { custom_preview: { image_url: `https://example.com/${'đ'.repeat(4_000)}` } },
      'request.field_too_long',
      'custom_preview.image_url',
    ],
    [{ trackers: { custom: 'https://10.0.0.1/a.gif' } }, 'links.url_private', 'trackers.custom'],
    [{ deep_links: { ios: 'http://10.0.0.1/' } }, 'links.url_private', 'deep_links.ios'],
    [{ ab_test: testOf({ url_b: 'http://10.0.0.1/' }) }, 'links.url_private', 'ab_test.url_b'],
    [{ ab_test: testOf({ url_b: 'https://go.example/abc' }) }, 'links.url_loop', 'ab_test.url_b'],
    [{ deep_links: { android: 'https://go.example:8443/abc' } }, 'links.url_loop', 'deep_links.android'],
    [{ location_targeting: { VN: 'http://10.0.0.1/' } }, 'links.url_private', 'location_targeting.VN'],
    [{ location_targeting: { other: 'https://go.example/abc' } }, 'links.url_loop', 'location_targeting.other'],
  ])('refuses the destination in %j', async (fields, code, field) => {
    const error = await refused(links.create(callerOf(), fields));
    expect(error).toMatchObject({ code, errors: [expect.objectContaining({ field, code })] });
  });

  it('lets a link lead to a domain that is not in use', async () => {
    expect(await refusal(links.create(callerOf(), { url: 'https://closed.example/abc' }))).toBe('none');
  });

  it('refuses a beginning that is not before the end', async () => {
    const error = await refused(links.create(callerOf(), { starts_at: in2099, expires_at: in2099 }));
    expect(error).toMatchObject({ code: 'links.starts_after_end', errors: [{ field: 'starts_at' }] });
    expect(await refusal(links.create(callerOf(), { starts_at: '2020-01-01T00:00:00Z', expires_at: in2099 }))).toBe(
      'none',
    );
  });

  it('sends nothing in its event of what it does not have', async () => {
    const link = await links.create(callerOf(), {
      hide_referrer: false,
      query_passing: 'off',
      system_targeting: {},
      location_targeting: {},
      is_cloaked: false,
      deep_links: {},
      trackers: {},
      rules: [],
    });
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(1));
    const fields = Object.keys(links.eventsOf(link.id)[0]?.data.route as object);
    expect(
      fields.filter((name) =>
        /^(starts_at|fallback_url|hide_referrer|query_passing|countdown_seconds|custom_preview|system_targeting|location_targeting|is_cloaked|deep_links|trackers|rules|ab_test)$/.test(
          name,
        ),
      ),
    ).toEqual([]);
  });

  it('refuses an end in the past', async () => {
    const past = links.create(callerOf(), { expires_at: '2020-01-01T00:00:00Z' });
    expect(await refusal(past)).toBe('links.expires_in_past');
  });

  it('makes links on active free domains only', async () => {
    const on = (domain_id: string) => refusal(links.create(callerOf(), { domain_id }));
    expect(await on(links.second.id)).toBe('none');
    expect(await on(links.rented.id)).toBe('links.domain_unavailable');
    expect(await on(links.closed.id)).toBe('links.domain_unavailable');
    expect(await on(uuidv7())).toBe('links.domain_unavailable');
  });

  it('asks domains for one whose event is still on its way', async () => {
    const fresh = { ...links.second, id: uuidv7(), domain_name: 'fresh.example' };
    askedDomains.push(fresh);
    const link = await links.create(callerOf(), { domain_id: fresh.id });
    expect(link.short_url).toBe(`https://fresh.example/${link.short_code}`);
  });
});

describe('custom codes', () => {
  it.each(['api', 'Dashboard', 'LOGIN', 'assets'])('keeps %s for the product', async (custom_code) => {
    expect(await refusal(links.create(callerOf(), { custom_code }))).toBe('links.code_reserved');
  });

  it.each(['ab', 'with space', 'umläut', 'a'.repeat(51), 'a/b', 'a.b'])('refuses %j', async (custom_code) => {
    expect(await refusal(links.create(callerOf(), { custom_code }))).toBe('links.code_invalid');
  });

  it('tells which code is taken; upper and lower case differ; another domain has its own', async () => {
    await links.create(callerOf(), { custom_code: 'taken-code' });
    const again = await refused(links.create(callerOf(), { custom_code: 'taken-code' }));
    expect(again).toMatchObject({
      code: 'links.code_taken',
      params: { code: 'taken-code' },
      errors: [expect.objectContaining({ field: 'custom_code' })],
    });
    expect(await refusal(links.create(callerOf(), { custom_code: 'Taken-Code' }))).toBe('none');
    const elsewhere = links.create(callerOf(), { custom_code: 'taken-code', domain_id: links.second.id });
    expect(await refusal(elsewhere)).toBe('none');
  });

  it('gives a code to exactly one of 50 that ask at the same time', async () => {
    const calls = Array.from({ length: 50 }, () => links.create(callerOf(), { custom_code: 'one-of-fifty' }));
    expect(await outcomes(calls)).toEqual({ none: 1, 'links.code_taken': 49 });
    expect(await links.query("SELECT 1 FROM short_links WHERE short_code = 'one-of-fifty'")).toHaveLength(1);
  });
});
