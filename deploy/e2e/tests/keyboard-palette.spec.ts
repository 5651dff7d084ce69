import { Keys } from '../support/keyboard.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('keys lead to every page, to links and actions, and to the help about them', async ({ page, api, linkway }) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/found`, title: 'Annual report' });
  const keys = await Keys.of(page);
  await open(page, '/dashboard');
  const names = await page.getByRole('navigation').getByRole('link').allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(4);
  const palette = page.getByRole('dialog', { name: 'Search pages, links and actions' });
  const field = palette.getByRole('combobox');
  // The one that is open last of all, so that each is another one.
  for (const name of [...names.slice(1), ...names.slice(0, 1)]) {
    await keys.press('Control+k');
    await keys.at(field);
    await keys.type(name);
    await expect(palette.getByRole('option', { selected: true })).toHaveText(name);
    await keys.press('Enter');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name })).toBeInViewport();
    await expect(page.locator('main :is(h1, input):focus')).toHaveCount(1);
  }

  await keys.press('Control+k');
  await keys.type('annual');
  await expect(palette.getByRole('option', { name: /Annual report/ })).toBeVisible();
  await keys.press('ArrowDown', 'ArrowUp');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Annual report');
  await keys.at(field);
  await keys.press('Enter');
  await keys.reads(page.getByRole('heading', { level: 1, name: 'Analytics' }));

  const menu = page.getByRole('navigation').getByRole('link', { name: 'My links' });
  await keys.to(menu, 'Shift+Tab');
  await keys.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  await keys.press('Escape');
  await expect(help).toBeHidden();
  await keys.at(menu);
  const account = page.getByRole('button', { name: /^Account of/ });
  await keys.toAndPress(account);
  await keys.toAndPress(page.getByRole('button', { name: 'Keyboard shortcuts' }));
  await expect(help).toBeVisible();
  await keys.press('Escape');
  await expect(help).toBeHidden();
  await keys.at(account);

  await keys.press('Control+k');
  await keys.type('log out');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Log out');
  await keys.press('Enter');
  await page.waitForURL((at) => at.pathname === '/');
  await keys.reads(page.getByRole('heading', { level: 1 }));
});

test('who leaves the palette is where they were, or at the page where they were nowhere', async ({ page, api }) => {
  await api.register();
  await page.setViewportSize({ width: 1280, height: 500 });
  await open(page, '/dashboard');
  const palette = page.getByRole('dialog', { name: 'Search pages, links and actions' });
  const leave = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  };
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo({ top: 120, behavior: 'instant' }));
  const before = await scrolled();
  await leave();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused();
  expect(await scrolled()).toBe(before);

  const link = page.getByRole('navigation').getByRole('link', { name: 'My links' });
  await link.focus();
  await leave();
  await expect(link).toBeFocused();
});
