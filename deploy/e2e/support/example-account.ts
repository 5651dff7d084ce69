import type { Harness } from '@linkway/local/harness';
import { type BrowserContext, expect } from '@playwright/test';
import { type Account, Api, type MadeLink } from './api.ts';
import { sendClicks } from './example-clicks.ts';
import { visit } from './visits.ts';

const wanted = [
  {
    url: 'https://example.com/shop/spring-collection',
    custom_code: 'spring',
    title: 'Spring collection',
    tags: ['Shop', 'Spring sale', 'Instagram', 'Newsletter for our best customers in Hanoi', '2026'],
  },
  {
    url: 'https://example.com/blog/how-we-count-clicks',
    custom_code: 'clicks',
    title: 'How we count clicks',
    tags: ['Blog'],
  },
  { url: 'https://example.com/app/download', custom_code: 'get-app', title: 'App download', devices: true },
  {
    url: 'https://example.com/events/meetup-hanoi',
    custom_code: 'meetup',
    title: 'Meetup in Hanoi',
    tags: ['Newsletter', 'Hà Nội'],
  },
  { url: 'https://example.com/docs/price-list.pdf', custom_code: 'prices', title: 'Price list', password: 'sesame' },
  { url: 'https://example.com/careers/engineer', custom_code: 'join-us', title: 'Open positions' },
];

/**
 * An account in the context's browser, with links, redirects of this moment and clicks of the month before. `mark`: at the end of
 * each code, where there are several such accounts.
 */
export async function makeExampleAccount(
  context: BrowserContext,
  harness: Pick<Harness, 'redirect' | 'dataDir'>,
  account: Account = { email: 'linh@example.com', password: 'a-password-1' },
  mark = '',
): Promise<void> {
  const api = new Api(context.request);
  await api.register(account);
  const links: MadeLink[] = [];
  for (const { devices, ...named } of wanted) {
    const link = { ...named, custom_code: named.custom_code + mark };
    const device_targeting = devices ? { mobile: 'https://example.com/app/phone' } : undefined;
    links.push(await api.createLink({ ...link, ...(device_targeting && { device_targeting }) }));
  }
  const visits = await visit(
    links.filter((_, place) => !wanted[place]?.password),
    harness.redirect(),
    harness.dataDir,
  );
  const clicks = visits + (await sendClicks(links, `${harness.dataDir}/run.json`));
  await expect
    .poll(
      async () => (await api.ok<{ total_clicks: number }>('GET', '/api/analytics/overview?kind=all')).total_clicks,
      {
        // Two of these are made at once, beside whatever else the machine does.
        timeout: 75_000,
      },
    )
    .toBe(clicks);
}
