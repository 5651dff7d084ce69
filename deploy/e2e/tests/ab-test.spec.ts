import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** Browsers that differ in nothing but their version, as people who are told apart. */
const browserOf = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.${version} Safari/537.36`;
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

test('people are led to A or B, reach the goal, and the results say so', async ({
  page,
  api,
  linkway,
  request,
  anotherBrowser,
}) => {
  const to = (name: string) => `${linkway.destination}/${name}`;
  await api.register();
  const goal = await api.createLink({ url: to('bought'), title: 'Checkout' });
  await open(page, '/dashboard?tab=create');
  const main = page.getByRole('main');
  await page.getByLabel('Destination URL').fill(to('first'));
  await main.locator('summary').filter({ hasText: 'A/B test' }).click();
  await main.getByRole('switch', { name: 'Run an A/B test' }).click();
  await main.getByLabel('Part of the people for B', { exact: true }).fill('101');
  await main.getByRole('button', { name: 'Create link' }).click();
  await expect(main.getByText('Please enter URL B for testing')).toBeVisible();
  await expect(main.getByText('Enter a whole number from 0 to 100')).toBeVisible();
  await main.getByLabel('URL B').fill(to('second'));
  const line = main.getByRole('slider', { name: 'Part of the people for B, along a line' });
  await line.fill('45');
  await line.press('ArrowRight');
  await expect(main.getByLabel('Part of the people for B', { exact: true })).toHaveValue('50');
  await main.getByLabel('Goal', { exact: true }).fill('check');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Checkout' }).click();
  await main.getByRole('switch', { name: 'Keep people with their address' }).click();
  // What was typed outlives a reload.
  await page.reload();
  await expect(main.getByLabel('URL B')).toHaveValue(to('second'));
  await expect(main.getByText('Checkout')).toBeVisible();
  await main.getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  const short_url = (await made.getByRole('link').first().getAttribute('href')) ?? '';
  const { data } = await api.ok<{ data: { id: string; short_url: string }[] }>('GET', '/api/links?limit=10');
  const id = data.find((link) => link.short_url === short_url)?.id ?? '';

  const arrived = { first: 0, second: 0 };
  for (let version = 1; version <= 12; version += 1) {
    const context = await anotherBrowser({ userAgent: browserOf(version) });
    const visitor = await context.newPage();
    await visitor.goto(short_url);
    const heading = (await visitor.getByRole('heading').textContent()) ?? '';
    const name = heading.endsWith('/second') ? 'second' : 'first';
    expect(heading).toBe(`Arrived at /${name}`);
    const [cookie] = (await context.cookies(short_url)).filter((each) => each.name === 'linkway_ab');
    expect(cookie).toMatchObject({ path: new URL(short_url).pathname, httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.value[0]).toBe(name === 'second' ? 'b' : 'a');
    // Again, by the cookie, and once by the goal: of the first two of each.
    if (arrived[name] < 2) {
      await visitor.goto(short_url);
      await expect(visitor.getByRole('heading')).toHaveText(heading);
      if (arrived[name] === 0 || name === 'second') await visitor.goto(goal.short_url);
    }
    arrived[name] += 1;
  }
  expect(Math.min(arrived.first, arrived.second)).toBeGreaterThanOrEqual(1);
  const crawled = await request.get(short_url, { maxRedirects: 0, headers: { 'user-agent': CRAWLER } });
  expect(crawled.headers().location).toBe(to('first'));

  await open(page, `/dashboard?tab=analytics&link=${id}`);
  const card = page.getByRole('region', { name: 'A/B test' });
  const variants = card.getByRole('listitem');
  const goals = { first: 1, second: Math.min(2, arrived.second) };
  const figures = (name: 'first' | 'second') =>
    `People${arrived[name]}Clicks${arrived[name] + Math.min(2, arrived[name])}Reached the goal${goals[name]}`;
  await expect(async () => {
    await page.reload();
    await expect(variants.first()).toContainText(figures('first'), { timeout: 5_000 });
    await expect(variants.last()).toContainText(figures('second'), { timeout: 5_000 });
  }).toPass({ timeout: 45_000 });
  await expect(card).toContainText('Not enough visits yet');
  await expect(card).toContainText(`Goal: ${new URL(goal.short_url).host}${new URL(goal.short_url).pathname}.`);

  await open(page, '/dashboard?tab=my-links');
  const row = page.locator('main [data-row]').filter({ hasText: new URL(short_url).pathname });
  await expect(row.getByRole('img', { name: 'Some people are led to URL B' })).toBeVisible();
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Who goes where' }).click();
  const dialog = page.getByRole('dialog', { name: /leads$/ });
  await expect(dialog.getByRole('status')).toContainText('A, 50%');
  await expect(dialog.getByRole('status')).toContainText('B, 50%');
  await dialog.getByLabel('Address of the A/B test').click();
  await page.locator('.ant-select-item-option').filter({ hasText: /^B$/ }).click();
  await expect(dialog.getByRole('status')).toContainText('/second');
  await expect(dialog.getByRole('status')).toContainText('B of the A/B test');
});

test('who adds a plus to a link with a test is told both addresses', async ({ api, page, linkway }) => {
  await api.register();
  const [url, url_b] = [`${linkway.destination}/one`, `${linkway.destination}/other`];
  const { short_url } = await api.createLink({ url, ab_test: { url_b } });
  await page.goto(`${short_url}+`);
  await expect(page.getByText('This link leads to one of two addresses, by chance.')).toBeVisible();
  await expect(page.getByText(url, { exact: true })).toBeVisible();
  await expect(page.getByText(url_b, { exact: true })).toBeVisible();
});
