import { dirname } from 'node:path';
import type { Locator } from '@playwright/test';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { userAgents } from '../support/user-agents.ts';
import { ledFrom } from '../support/visits.ts';

const VIETNAM = '113.160.0.1';
const UNITED_STATES = '8.8.8.8';

test('visitors are led by the rules of a link, as its editor says and its explanation', async ({
  page,
  api,
  linkway,
}) => {
  const to = (name: string) => `${linkway.destination}/${name}`;
  const choose = async (within: Locator, label: string, name: string) => {
    await within.getByLabel(label, { exact: true }).click();
    await page.getByTitle(name, { exact: true }).and(page.locator('.ant-select-item-option')).last().click();
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await api.register();
  await open(page, '/dashboard?tab=create');
  const main = page.getByRole('main');
  await page.getByLabel('Destination URL').fill(to('default'));
  await main.locator('summary').filter({ hasText: 'Rules' }).click();

  await main.getByRole('button', { name: 'Add rule' }).click();
  const rule = (n: number) => main.getByRole('group', { name: `Rule ${n}`, exact: true });
  await expect(rule(1).getByLabel('Name')).toBeFocused();
  await choose(rule(1), 'Condition', 'the browser');
  await choose(rule(1), 'One of', 'Chrome');
  await page.keyboard.press('Escape');
  await rule(1).getByLabel('Leads to').fill(to('chrome'));

  await main.getByRole('button', { name: 'Add rule' }).click();
  await rule(2).getByLabel('Name').fill('Abroad on a phone');
  await choose(rule(2), 'Condition', 'the country');
  await choose(rule(2), 'Comparison', 'is not');
  await choose(rule(2), 'One of', 'Vietnam');
  await page.keyboard.press('Escape');
  await rule(2).getByRole('button', { name: 'And', exact: true }).click();
  const second = rule(2).getByRole('group', { name: 'Condition 2' });
  await choose(second, 'Condition', 'the device');
  await choose(second, 'One of', 'phone');
  await page.keyboard.press('Escape');
  await rule(2).getByLabel('Leads to').fill(to('abroad'));
  await expect(rule(2)).toContainText('If the country is not Vietnam and the device is phone:');

  // By the keyboard; what was typed outlives a reload.
  await rule(2).getByRole('button', { name: 'Move rule 2 up' }).focus();
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(rule(1).getByLabel('Name')).toHaveValue('Abroad on a phone');
  await expect(rule(2)).toContainText('If the browser is Chrome:');
  await main.getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  const short_url = (await made.getByRole('link').first().getAttribute('href')) ?? '';
  const link = { short_url, short_code: new URL(short_url).pathname.slice(1) };
  const led = (from: string, agent: string) => ledFrom(link, [from, agent], linkway.redirect, dirname(linkway.runFile));
  expect(await led(UNITED_STATES, userAgents.mobile)).toBe(to('abroad'));
  expect(await led(UNITED_STATES, userAgents.desktop)).toBe(to('chrome'));
  expect(await led(VIETNAM, 'curl/8.5.0')).toBe(to('default'));

  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/dashboard?tab=my-links');
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Who goes where' }).click();
  const dialog = page.getByRole('dialog', { name: /leads$/ });
  await expect(dialog.getByRole('status')).toContainText(new URL(to('default')).pathname);
  await choose(dialog, 'Device', 'Phone');
  await choose(dialog, 'Country', 'United States');
  await expect(dialog.getByRole('status')).toContainText('Rule 1: Abroad on a phone');
  await expect(dialog.getByRole('status')).toContainText('/abroad');
});
