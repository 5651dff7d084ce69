import type { Page } from '@playwright/test';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const row = (page: Page) => page.locator('main [data-row]').first();

async function openHistory(page: Page, address: string) {
  await row(page)
    .getByRole('button', { name: `More actions for ${address}` })
    .click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  return page.getByRole('dialog', { name: `History of ${address}` });
}

/** As the form takes it, in the browser's zone, which is seven hours ahead of UTC. */
const typed = (ms: number): string => {
  const [, year, month, day, time] =
    /^(\d+)-(\d+)-(\d+)T(\d+:\d+)/.exec(new Date(ms + 7 * 3_600_000).toISOString()) ?? [];
  return `${day}/${month}/${year} ${time}`;
};
/** The next full minute that is far enough to fill in the form before it. */
const soon = (): string => typed(Math.ceil((Date.now() + 12_000) / 60_000) * 60_000);

test('a link tells what it was and who changed it, and goes back to that', async ({ page, api, linkway, request }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/one`, title: 'One' });
  const address = link.short_url.replace(/^https?:\/\//, '');
  const change = (changes: object) => api.send('PUT', `/api/links/${link.id}`, changes);
  await change({ title: 'Two', url: `${linkway.destination}/two` });
  await change({ is_active: false, password: 'open sesame' });
  await change({ is_active: true, password: null, title: 'Three' });
  await open(page, '/dashboard?tab=my-links');
  const history = await openHistory(page, address);
  const versions = history.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveCount(4);
  await expect(versions.nth(0)).toContainText('Now');
  await expect(versions.nth(0)).toContainText('Paused → Active');
  await expect(versions.nth(1)).toContainText('Passwordset');
  await expect(versions.nth(2)).toContainText('One → Two');
  await expect(versions.nth(2)).toContainText(`${linkway.destination}/one → ${linkway.destination}/two`);
  await expect(versions.nth(3)).toContainText('Link created');

  await versions
    .nth(3)
    .getByRole('button', { name: /^Restore this version of/ })
    .click();
  const question = page.getByRole('dialog', { name: /^Restore the version of/ });
  await expect(question).toContainText('Three → One');
  await question.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText('The version is restored')).toBeVisible();
  await expect(versions).toHaveCount(5);
  await expect(versions.nth(0)).toContainText('Restored');
  const lead = async () => (await request.get(link.short_url, { maxRedirects: 0 })).headers()['location'];
  await expect.poll(lead).toBe(`${linkway.destination}/one`);
  // The button that asked has the focus again, and Escape leads back to the link's row.
  await expect(versions.nth(4).getByRole('button')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  await expect(row(page)).toContainText('One');
});

test('a change is planned, made at its time, and another one cancelled', async ({
  page,
  api,
  linkway,
  request,
  watch,
}) => {
  watch.expect(/status of 400/);
  test.setTimeout(180_000);
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/before`, title: 'Before' });
  const address = link.short_url.replace(/^https?:\/\//, '');
  await open(page, '/dashboard?tab=my-links');
  const history = await openHistory(page, address);
  const form = page.getByRole('dialog', { name: 'Change at a time' });
  const fill = async (when: string, url: string) => {
    await history.getByRole('button', { name: 'Change at a time' }).click();
    await form.getByLabel('When').fill(when);
    await page.keyboard.press('Tab');
    await form.getByLabel('Destination URL').fill(url);
    await form.getByRole('button', { name: 'Plan the change' }).click();
  };
  await fill('31/12/2099 18:00', `${linkway.destination}/late`);
  await expect(form).toContainText('Choose a time within the next 366 days');
  await form.getByLabel('When').fill(typed(Date.now() + 86_400_000));
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Plan the change' }).click();
  await expect(form).toBeHidden();

  const coming = history.getByRole('region', { name: 'Planned' }).getByRole('listitem');
  await expect(coming).toHaveCount(1);
  await expect(coming).toContainText(`${linkway.destination}/late`);
  await coming.getByRole('button', { name: /^Cancel the change of/ }).click();
  await expect(page.getByText('The planned change is cancelled')).toBeVisible();
  await expect(coming).toHaveCount(0);
  await expect(history.getByRole('button', { name: 'Change at a time' })).toBeFocused();

  await fill(soon(), `${linkway.destination}/after`);
  await expect(form).toBeHidden();
  await expect(coming).toHaveCount(1);
  const lead = async () => (await request.get(link.short_url, { maxRedirects: 0 })).headers()['location'];
  expect(await lead()).toBe(`${linkway.destination}/before`);
  await expect.poll(lead, { timeout: 90_000 }).toBe(`${linkway.destination}/after`);
  await expect(coming).toHaveCount(0, { timeout: 15_000 });
  const versions = history.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(versions.nth(0)).toContainText('Planned');
  await expect(versions.nth(0)).toContainText(`${linkway.destination}/after`);
});
