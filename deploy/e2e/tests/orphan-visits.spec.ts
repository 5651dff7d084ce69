import { Api, administrator } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { userAgents } from '../support/user-agents.ts';

test('visits that led nowhere are told to the owner of the link, and those of unknown codes to administrators', async ({
  page,
  api,
  linkway,
  request,
  anotherBrowser,
}) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/paused` });
  await api.ok('PUT', `/api/links/${link.id}`, { is_active: false });
  const visit = (url: string, agent = userAgents.desktop) =>
    request.get(url, { maxRedirects: 0, headers: { 'user-agent': agent } });
  await expect.poll(async () => (await visit(link.short_url, 'curl/8.5.0')).status()).toBe(404);
  const missing = `nothing${link.short_code}`;
  for (let visits = 0; visits < 2; visits += 1) {
    await visit(link.short_url);
    await visit(new URL(missing, link.short_url).href);
  }

  await open(page, `/dashboard?tab=analytics&link=${link.id}`);
  const card = page.getByRole('region', { name: 'Visits that led nowhere' });
  await expect(async () => {
    await page.reload();
    await expect(card).toContainText('The link is paused', { timeout: 5_000 });
  }).toPass({ timeout: 45_000 });
  await expect(card.getByRole('listitem')).toHaveText('The link is paused2');

  const context = await anotherBrowser();
  const administration = await context.newPage();
  await new Api(context.request).signIn(administrator);
  await open(administration, `/dashboard?tab=orphan-visits&search=${missing.toUpperCase()}`);
  const row = administration.locator('main [data-row]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('No link has this code');
  await expect(row).toContainText(`${new URL(link.short_url).hostname}/${missing}`);
  await administration.getByRole('searchbox').fill('surely-nothing-like-it');
  await expect(administration.getByText('No visits found')).toBeVisible();
});
