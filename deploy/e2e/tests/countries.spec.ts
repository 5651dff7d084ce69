import { dirname } from 'node:path';
import type { Locator } from '@playwright/test';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { userAgents } from '../support/user-agents.ts';
import { ledFrom } from '../support/visits.ts';

const VIETNAM = '113.160.0.1';
const UNITED_STATES = '8.8.8.8';
const GERMANY = '85.214.132.117';
const NOWHERE = '10.0.0.1';

test('visitors of some countries are led elsewhere, as the form of the link says', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  watch.expect(/status of 400/);
  const to = (name: string) => `${linkway.destination}/${name}`;
  const choose = async (form: Locator, n: number, typed: string, name: string) => {
    await form
      .getByRole('group', { name: `Row ${n}` })
      .getByLabel('Country')
      .fill(typed);
    await page.getByTitle(name, { exact: true }).and(page.locator('.ant-select-item-option')).last().click();
  };
  const address = (form: Locator, n: number) => form.getByRole('group', { name: `Row ${n}` }).getByLabel('Leads to');
  await page.setViewportSize({ width: 390, height: 844 });
  await api.register();
  await open(page, '/dashboard?tab=create');
  const main = page.getByRole('main');
  await page.getByLabel('Destination URL').fill(to('default'));
  await main.locator('summary').filter({ hasText: 'Country targeting' }).click();
  await choose(main, 1, 'viet', 'Vietnam');
  await address(main, 1).fill('http://10.0.0.1/');
  await main.getByRole('button', { name: 'Add country' }).click();
  await choose(main, 2, 'other', 'All other countries');
  await address(main, 2).fill(to('abroad'));
  // It is left out.
  await main.getByRole('button', { name: 'Add country' }).click();
  await choose(main, 3, 'US', 'United States');
  const submit = main.getByRole('button', { name: 'Create link' });
  await submit.click();
  const row = main.getByRole('group', { name: 'Row 1' });
  await expect(row.getByText('This address is on a private network')).toBeVisible();
  await expect(address(main, 1)).toBeFocused();
  await page.reload();
  await expect(main.getByRole('group', { name: 'Row 3' })).toContainText('United States');
  await address(main, 1).fill(to('vietnam'));
  await submit.click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made.getByRole('img', { name: 'Other destinations for some countries' })).toBeVisible();

  const short_url = (await made.getByRole('link').first().getAttribute('href')) ?? '';
  const link = { short_url, short_code: new URL(short_url).pathname.slice(1) };
  const led = (from: string, agent = userAgents.desktop) =>
    ledFrom(link, [from, agent], linkway.redirect, dirname(linkway.runFile));
  expect(await led(VIETNAM)).toBe(to('vietnam'));
  expect(await led(UNITED_STATES)).toBe(to('abroad'));
  expect(await led(GERMANY)).toBe(to('abroad'));
  expect(await led(NOWHERE)).toBe(to('default'));

  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/dashboard?tab=my-links');
  await page.getByRole('button', { name: /^Edit / }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('group', { name: 'Row 1' })).toContainText('Vietnam');
  await drawer.getByRole('button', { name: 'Remove row 2' }).click();
  await expect(drawer.getByRole('group', { name: 'Row 2' })).toBeHidden();
  await drawer.getByText('Device targeting', { exact: true }).click();
  await drawer.getByLabel('iOS URL').fill(to('ios'));
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(drawer).toBeHidden();
  await expect.poll(() => led(UNITED_STATES)).toBe(to('default'));
  expect(await led(VIETNAM, userAgents.mobile)).toBe(to('vietnam'));
  expect(await led(UNITED_STATES, userAgents.mobile)).toBe(to('ios'));
  expect(await led(UNITED_STATES, userAgents.tablet)).toBe(to('ios'));

  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Who goes where' }).click();
  const explained = page.getByRole('dialog', { name: /leads$/ });
  await explained.getByLabel('Country').fill('viet');
  await page.getByTitle('Vietnam', { exact: true }).and(page.locator('.ant-select-item-option')).last().click();
  await expect(explained.getByRole('status')).toContainText('/vietnam');
  await expect(explained.getByRole('status')).toContainText('Its own destination for this country');
});
