import { Api, administrator } from '../support/api.ts';
import { open, phone } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('an administrator finds a guest’s link by its code, sees its clicks and deletes it, and it stops working', async ({
  page,
  request,
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of 404/);
  const code = `guest-${Date.now().toString(36)}`;
  await open(page, '/');
  await page.locator('#shorten [name="url"]').fill('https://destination.example/of-a-guest');
  await page.locator('#shorten [name="custom_code"]').fill(code);
  await page.locator('#shorten [type="submit"]').click();
  await expect(page.locator('#shorten').getByRole('link', { name: code })).toBeVisible();
  const url: string = await page.evaluate(() => JSON.parse(localStorage.getItem('guest_links') ?? '[]')[0].short_url);
  const visit = async () => (await request.get(url, { maxRedirects: 0 })).status();
  for (const _ of [1, 2]) expect(await visit()).toBe(302);

  const context = await anotherBrowser();
  await new Api(context.request).signIn(administrator);
  const admin = await context.newPage();
  await open(admin, '/dashboard?tab=guest-links');
  await expect(admin.getByRole('heading', { level: 1, name: 'Guest links' })).toBeVisible();
  await admin.getByRole('searchbox').fill(code);
  const row = admin.locator('main [data-row]');
  await expect(admin.getByText('1 guest link matches the search and filters.')).toBeVisible();
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('destination.example/of-a-guest');
  await expect(async () => {
    await admin.getByRole('button', { name: 'Refresh' }).click();
    await expect(row.getByText('2', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 45_000 });

  await admin.getByRole('combobox', { name: 'Clicks' }).click();
  await admin.getByTitle('1 to 10 clicks').last().click();
  await expect(admin).toHaveURL(/clicks=low/);
  await expect(row).toHaveCount(1);

  await row.getByRole('button', { name: /^Delete/ }).click();
  const question = admin.getByRole('dialog', { name: new RegExp(`Delete .*${code}`) });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(admin.getByText(/is deleted$/)).toBeVisible();
  await expect(admin.getByText('No guest links found')).toBeVisible();
  await expect.poll(visit, { timeout: 1_000 }).toBe(404);

  await open(admin, '/dashboard?tab=logs&module=guest_links');
  await expect(admin.locator('main [data-row]').first()).toContainText(code);
});

test('expired links are deleted once an administrator has said so, and none are told as none', async ({
  anotherBrowser,
}) => {
  const context = await anotherBrowser(phone);
  await new Api(context.request).signIn(administrator);
  const page = await context.newPage();
  await open(page, '/dashboard?tab=guest-links');
  await page.getByRole('button', { name: 'Delete expired links' }).click();
  const question = page.getByRole('dialog', { name: 'Delete all expired guest links?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Delete expired links' }).click();
  await question.getByRole('button', { name: 'Delete expired links' }).click();
  await expect(page.getByText('There are no expired links')).toBeVisible();
  // As one would be told of that had some.
  await page.route('**/api/admin/guest-links/expired-deletion', (route) =>
    route.fulfill({ json: { deleted: 12, is_done: true } }),
  );
  await page.getByRole('button', { name: 'Delete expired links' }).click();
  await question.getByRole('button', { name: 'Delete expired links' }).click();
  await expect(page.getByText('Deleted 12 expired links')).toBeVisible();
});

test('whoever is no administrator neither sees the page nor is told of any link', async ({ page, api }) => {
  await api.register();
  await page.goto('/dashboard?tab=guest-links');
  await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeVisible();
  expect((await api.send('GET', '/api/admin/guest-links')).status()).toBe(403);
  expect((await api.send('POST', '/api/admin/guest-links/expired-deletion')).status()).toBe(403);
});
