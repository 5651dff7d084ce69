import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { open, signOut } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const eventually = { timeout: 15_000 };
/** By people, on all links of an account. */
const clicksOf = async (api: Api) =>
  (await api.ok<{ total_clicks: number }>('GET', '/api/analytics/overview')).total_clicks;

test('own visits are not counted in privacy mode, until it is off or somebody signs out; those of others are', async ({
  page,
  api,
  linkway,
  anotherBrowser,
}) => {
  const account = await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/private` });
  const clicks = () => clicksOf(api);
  const follow = async (by = page) => {
    await by.goto(link.short_url);
    await expect(by.getByRole('heading', { name: 'Arrived at /private' })).toBeVisible();
  };
  await follow();
  await expect.poll(() => clicks(), eventually).toBe(1);

  await open(page, '/dashboard?tab=settings');
  const mode = page.getByRole('switch', { name: 'Privacy mode' });
  const save = page.getByRole('button', { name: 'Save privacy settings' });
  await expect(save).toBeDisabled();
  await mode.click();
  await save.click();
  await expect(page.getByText('Your settings are saved')).toBeVisible();
  await expect(save).toBeDisabled();
  // Its short links are on the host of the web app, which lets the browser be known by itself.
  await expect(page.getByRole('link', { name: /^Recognise this browser/ })).toHaveCount(0);
  // On every node within a second.
  await expect
    .poll(
      async () => (await page.request.head(link.short_url, { maxRedirects: 0 })).headers()['x-robots-tag'],
      eventually,
    )
    .toBe('noindex');

  await follow();
  // A browser that was signed in with before learns of it with its next page.
  const second = await anotherBrowser();
  const there = await second.newPage();
  await new Api(second.request).signIn(account);
  await open(there, '/dashboard');
  await follow(there);
  const stranger = await (await anotherBrowser()).newPage();
  await follow(stranger);
  await expect.poll(() => clicks(), eventually).toBe(2);

  await open(there, '/dashboard');
  await signOut(there);
  await follow(there);
  await expect.poll(() => clicks(), eventually).toBe(3);

  await open(page, '/dashboard?tab=settings');
  await expect(mode).toBeChecked();
  await mode.click();
  await save.click();
  await expect(page.getByText('Your settings are saved')).toBeVisible();
  await expect
    .poll(
      async () => (await page.request.head(link.short_url, { maxRedirects: 0 })).headers()['x-robots-tag'],
      eventually,
    )
    .toBeUndefined();
  const before = await clicks();
  await follow();
  await expect.poll(() => clicks(), eventually).toBe(before + 1);
});

test('a browser is made known on a domain that is not the host of the web app', async ({
  page,
  api,
  linkway,
  anotherBrowser,
}) => {
  await api.register();
  await api.ok('PATCH', '/api/me/settings', { privacy_mode: true });
  const link = await api.createLink({ url: `${linkway.destination}/private` });
  // The domain of this machine by another of its names, which browsers take for another host.
  const elsewhere = link.short_url.replace('127.0.0.1', 'localhost');
  await page.route('**/api/domains', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: Record<string, unknown>[] };
    await route.fulfill({
      json: { data: [...data, { ...data[0], id: 'another', domain_name: new URL(elsewhere).host }] },
    });
  });
  await open(page, '/dashboard?tab=settings');
  const known = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^Recognise this browser on localhost/ }).click();
  const answer = await known;
  await expect(answer.getByRole('heading', { level: 1, name: 'Your visits are not counted' })).toBeVisible();
  const follow = async (by: Page) => {
    await by.goto(elsewhere);
    await expect(by.getByRole('heading', { name: 'Arrived at /private' })).toBeVisible();
  };
  await follow(answer);
  await follow(await (await anotherBrowser()).newPage());
  await expect.poll(() => clicksOf(api), eventually).toBe(1);
});
