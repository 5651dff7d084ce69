import type { Page } from '@playwright/test';
import { expectFocusSomewhere } from '../support/failing.ts';
import { Keys } from '../support/keyboard.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const rows = (page: Page) => page.locator('main [data-row]');
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });

test('links are searched, sorted and paged without a mouse', async ({ page, api, linkway }) => {
  await api.register();
  for (let count = 1; count <= 11; count += 1) {
    const title = `Number ${count}${count === 11 ? ', the newest' : ''}`;
    await api.createLink({ url: `${linkway.destination}/${count}`, title });
  }
  const keys = await Keys.of(page);
  await open(page, '/dashboard?tab=my-links');
  await keys.press('/');
  const search = page.getByRole('searchbox');
  await keys.at(search);
  // Digits alone may be in the port of the destination.
  await keys.type('number newest');
  await expect(rows(page)).toHaveCount(1);
  await keys.at(search);
  await keys.retype('nothing like it');
  const all = page.getByRole('button', { name: 'Show all links' });
  await keys.toAndPress(all);
  await expect(rows(page)).toHaveCount(10);
  await expect(all).toBeHidden();
  await expectFocusSomewhere(page, 'its button is gone');

  const order = page.getByRole('combobox', { name: 'Order' });
  await keys.to(order, 'Shift+Tab');
  await keys.press('ArrowDown', 'ArrowDown', 'Enter');
  await expect(rows(page).first()).toContainText('Number 1');
  await expect(page).toHaveURL(/sort=oldest/);
  await keys.at(order);
  const created = page.getByRole('button', { name: 'Created' });
  await keys.toAndPress(created);
  await expect(rows(page).first()).toContainText('Number 11');
  await keys.at(created);

  const second = page.getByRole('listitem', { name: '2' });
  await keys.toAndPress(second);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).first()).toBeInViewport();
});

test('a row is paused, taken back, shared, changed and deleted without a mouse', async ({ page, api, linkway }) => {
  await api.register();
  for (const name of ['One', 'Two']) await api.createLink({ url: `${linkway.destination}/${name}`, title: name });
  const keys = await Keys.of(page);
  await open(page, '/dashboard?tab=my-links');
  const row = rows(page).first();
  const more = row.getByRole('button', { name: /^More actions/ });
  await keys.toAndPress(more);
  await keys.at(item(page, 'QR and share'));
  for (const name of ['Pause', 'Open short link', 'Who goes where', 'History', 'Duplicate', 'Delete', 'QR and share']) {
    await keys.press('ArrowDown');
    await keys.at(item(page, name));
  }
  // The menu moves its focus a moment after the key.
  await keys.press('ArrowDown');
  await keys.at(item(page, 'Pause'));
  await keys.press('Enter');
  await expect(row.getByText('Paused')).toBeVisible();
  await keys.at(more);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await keys.press('F6');
  await keys.at(undo);
  await keys.press('Enter');
  await expect(row.getByText('Paused')).toHaveCount(0);
  await keys.at(more);

  await keys.press('Enter');
  await keys.at(item(page, 'QR and share'));
  await keys.press('Enter');
  const share = page.getByRole('dialog', { name: /^QR and share/ });
  await keys.to(share.getByRole('button', { name: 'Download SVG' }));
  await keys.press('Escape');
  await expect(share).toBeHidden();
  await keys.at(more);

  const edit = row.getByRole('button', { name: /^Edit/ });
  await keys.to(edit, 'Shift+Tab');
  await keys.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^Edit/ });
  const title = drawer.getByLabel('Title');
  await keys.to(title);
  await keys.retype('Two, changed');
  const asked = page.getByRole('dialog', { name: 'Discard your changes?' });
  await keys.press('Escape');
  await keys.at(asked.getByRole('button', { name: 'Keep editing' }));
  await keys.press('Enter');
  await expect(asked).toBeHidden();
  await keys.at(title);
  await keys.press('Escape');
  await keys.at(asked.getByRole('button', { name: 'Keep editing' }));
  await keys.to(asked.getByRole('button', { name: 'Discard changes' }), 'Shift+Tab');
  await keys.press('Enter');
  await expect(drawer).toBeHidden();
  await keys.at(edit);
  await keys.press('Enter');
  await keys.to(title);
  await expect(title).toHaveValue('Two');
  await keys.retype('Two, saved');
  await keys.press('Enter');
  await expect(drawer).toBeHidden();
  await expect(row).toContainText('Two, saved');
  await keys.at(edit);

  await keys.toAndPress(more);
  await keys.at(item(page, 'QR and share'));
  await keys.press('ArrowUp');
  await keys.at(item(page, 'Delete'));
  await keys.press('Enter');
  const question = page.getByRole('dialog', { name: /^Delete/ });
  await keys.at(question.getByRole('button', { name: 'Cancel' }));
  await keys.press('Escape');
  await expect(question).toBeHidden();
  await keys.at(more);
  await keys.press('Enter');
  await keys.at(item(page, 'QR and share'));
  await keys.press('ArrowUp');
  await keys.at(item(page, 'Delete'));
  await keys.press('Enter');
  await keys.at(question.getByRole('button', { name: 'Cancel' }));
  await keys.toAndPress(question.getByRole('button', { name: 'Delete link' }));
  await expect(rows(page)).toHaveCount(1);
  await keys.at(rows(page).getByRole('button', { name: /^More actions/ }));
});

test('the focus stays in the list when a row goes while its question is still closing', async ({ page, api }) => {
  const keys = await Keys.of(page);
  await api.register();
  for (let made = 0; made < 3; made += 1) await api.createLink({ url: `https://example.com/${made}` });
  // It takes its time to close, as it does for most people.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '/dashboard?tab=my-links');
  for (const left of [2, 1]) {
    await keys.toAndPress(page.getByRole('button', { name: /^More actions/ }).first());
    await keys.at(item(page, 'QR and share'));
    await keys.press('ArrowUp');
    await keys.at(item(page, 'Delete'));
    await keys.press('Enter');
    await keys.at(page.getByRole('button', { name: 'Cancel' }));
    await keys.toAndPress(page.getByRole('button', { name: 'Delete link' }));
    await expect(rows(page)).toHaveCount(left);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectFocusSomewhere(page, 'its row is gone');
    await keys.at(page.getByRole('button', { name: /^More actions/ }).first());
  }
});
