import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { inlineScript } from '../../kit/build/inline-script.mjs';

const NOW = new Date(2026, 2, 1, 12);
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

class Today extends Date {
  constructor(...of) {
    super(...(of.length > 0 ? of : [NOW]));
  }
}

/** Runs the script as it stands in a page, which has such questions; answers what was asked for, and what is kept for the app. */
async function run(asks, zoneNames = {}, me = { id: 'user-1' }) {
  const script = inlineScript(join(import.meta.dirname, 'early-asks.js'), { ZONE_NAMES: zoneNames });
  const asked = [];
  const window = {};
  const fetch = async (path) => {
    asked.push(path);
    return Response.json(me);
  };
  const data = asks && { textContent: JSON.stringify(asks) };
  const document = { documentElement: { lang: 'en' }, getElementById: (id) => (id === 'asks' ? data : null) };
  runInNewContext(script, { window, document, fetch, Date: Today, Intl });
  // It waits for two answers and their bodies, none of which takes any time.
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { asked, kept: Object.keys(window.earlyAnswers ?? {}) };
}

it('fills in every day and zone of a question, however often it names one', async () => {
  const ask = '/api/a?from={days_ago:29}&to={days_ago:0}&before={days_ago:1}&timezone={timezone}&shown={timezone}';
  const zone = 'Asia%2FHo_Chi_Minh';
  const { asked, kept } = await run(['/api/b', ask], { [ZONE]: 'Asia/Ho_Chi_Minh' });
  expect(asked).toEqual([
    '/api/me',
    '/api/b',
    `/api/a?from=2026-01-31&to=2026-03-01&before=2026-02-28&timezone=${zone}&shown=${zone}`,
  ]);
  expect(kept).toEqual(asked);
});

it('takes the zone that the account has chosen, and its days', async () => {
  const ask = '/api/a?from={days_ago:1}&timezone={timezone}';
  // Half a day from everywhere else: noon here is another day there, or the zone is this one.
  const at = (zone) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(NOW.getTime() - 86_400_000);
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const { asked } = await run([ask], {}, { id: 'user-1', chosen: { timezone } });
    expect(asked.at(-1)).toBe(`/api/a?from=${at(timezone)}&timezone=${encodeURIComponent(timezone)}`);
  }
  expect((await run([ask], {}, { id: 'user-1', chosen: { timezone: null } })).asked.at(-1)).toContain(
    encodeURIComponent(ZONE),
  );
});

it('asks nothing where the gateway names nothing', async () => {
  expect(await run(null)).toEqual({ asked: [], kept: [] });
});
