import { describe, expect, it } from '@jest/globals';
import { type Route, resolveRouteRpc, type UpdateLink, updateLinkRpc, updateLinkSchema } from '@linkway/contracts';
import fc from 'fast-check';
import { callerOf, refused, useLinks } from './harness.js';

const links = useLinks({ CHANGES_PER_HOUR: '100000', DEFAULT_MONTHLY_LIMIT: '100000', LOG_LEVEL: 'fatal' });

// Mostly what is accepted, or there would be little to store; some of anything.
const text = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
const url = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  text.map((path) => `https://example.com/${path}`),
  text.map((host) => `http://${host}.com`),
);
const pad = (value: number, width = 2) => String(value).padStart(width, '0');
const time = fc.oneof(
  fc.constantFrom('0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59-23:59', '9999-12-31T23:59:59Z'),
  fc
    .tuple(
      fc.constantFrom(0, 1, 99, 1969, 1970, 2038, 9998, 9999),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom('Z', '+00:00', '-23:59', '+23:59', '+07:00'),
    )
    .map(([year, month, day, hour, zone]) => `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:30:59.123${zone}`),
);
const changes = fc.record(
  {
    url,
    title: text,
    description: text,
    custom_code: fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{3,50}$/), text),
    expires_at: fc.option(time),
    max_clicks: fc.oneof(fc.integer({ min: 1 }), fc.constantFrom(null, 0, 1, 1_000_000_000, 2_147_483_648, 1.5)),
    device_targeting: fc.record({ mobile: url, tablet: url, desktop: url }, { requiredKeys: [] }),
    is_active: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** As redirect keeps a route. */
const keep = async (route: Route) => {
  await links.query(
    `INSERT INTO kept_routes (code, host, version, original_url, is_active, expires_at, max_clicks, device_targeting)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      route.code,
      route.host,
      route.version,
      route.original_url,
      route.is_active,
      route.expires_at,
      route.max_clicks,
      route.device_targeting && JSON.stringify(route.device_targeting),
    ],
  );
};

describe('what the schema accepts', () => {
  it('PostgreSQL stores, here and with redirect, or it is refused for a reason', async () => {
    await links.query(`CREATE TABLE kept_routes (code text, host text, version integer, original_url text,
      is_active boolean, expires_at timestamptz, max_clicks integer, device_targeting jsonb)`);
    const caller = callerOf();
    const link = await links.create(caller);
    let stored = 0;
    const property = fc.asyncProperty(changes, async (candidate) => {
      const parsed = updateLinkSchema.safeParse(candidate);
      fc.pre(parsed.success);
      const input = candidate as UpdateLink;
      const error = await refused(links.call(updateLinkRpc, { id: link.id, changes: input }, caller));
      if (error) return expect(error.status).toBeLessThan(500);
      const rows = await links.query<{ short_code: string }>('SELECT short_code FROM short_links WHERE id = $1', [
        link.id,
      ]);
      const { routes } = await links.call(resolveRouteRpc, { code: rows[0]?.short_code ?? '' });
      const [route] = routes;
      if (!route) throw new Error('the link is not found by its code');
      if (input.expires_at) expect(Date.parse(route.expires_at ?? '')).toBe(Date.parse(input.expires_at));
      await keep(route);
      stored += 1;
    });
    await fc.assert(property, { numRuns: 100 });
    expect(stored).toBeGreaterThan(30);
  }, 90_000);

  it('keeps an end in a year that cannot be stored with redirect out, and reads one that an earlier release took', async () => {
    const caller = callerOf();
    const change = (id: string, expires_at: string) =>
      refused(links.call(updateLinkRpc, { id, changes: { expires_at } }, caller));
    const link = await links.create(caller);
    for (const expires_at of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59']) {
      expect(await change(link.id, expires_at)).toMatchObject({
        code: 'links.expires_invalid',
        errors: [expect.objectContaining({ field: 'changes.expires_at' })],
      });
    }
    await links.query("UPDATE short_links SET expires_at = '0001-01-01 00:00:00+00 BC' WHERE id = $1", [link.id]);
    const { routes } = await links.call(resolveRouteRpc, { code: link.short_code });
    expect(routes.map((route) => route.expires_at)).toEqual(['1970-01-01T00:00:00.000Z']);
    const paused = await links.call(updateLinkRpc, { id: link.id, changes: { is_active: false } }, caller);
    expect(paused.is_active).toBe(false);
  });
});
