import type { Locator, Page } from '@playwright/test';
import { open, phone } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const button = (page: Page, name: RegExp | string): Locator => page.getByRole('button', { name }).first();
const inMenu = async (page: Page, name: string): Promise<void> => {
  await button(page, /^More actions/).click();
  await page.getByRole('menuitem', { name }).click();
};

/** A dialog hears of Escape a moment after it is drawn. */
const escape = (page: Page, dialog: Locator): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden({ timeout: 2_000 });
  }).toPass();

/** What lies over the list, and how it is opened. */
const dialogs: { name: RegExp; opened: (page: Page) => Promise<void>; wide?: true; narrow?: true }[] = [
  { name: /^Edit /, opened: (page) => button(page, /^Edit /).click() },
  { name: /^QR and share/, opened: (page) => inMenu(page, 'QR and share') },
  { name: /^Delete /, opened: (page) => inMenu(page, 'Delete') },
  { name: /^Search pages/, opened: (page) => page.keyboard.press('Control+k'), wide: true },
  { name: /^Keyboard shortcuts/, opened: (page) => page.keyboard.press('?'), wide: true },
  { name: /^Linkway/, opened: (page) => button(page, 'Dashboard pages').click(), narrow: true },
];

for (const on of ['a phone', 'a wide window'] as const) {
  test.describe(`on ${on}`, () => {
    const narrow = on === 'a phone';
    if (narrow) test.use(phone);

    test('Back closes what lies over the page, and only then leaves it', async ({ page, api, linkway }) => {
      await api.register();
      await api.createLink({ url: `${linkway.destination}/one`, title: 'One' });
      await open(page, '/dashboard?tab=overview');
      await page.evaluate(() => window.dispatchEvent(new CustomEvent('dashboardTabChange', { detail: 'my-links' })));
      const title = page.getByRole('heading', { level: 1, name: 'My links' });
      await expect(title).toBeVisible();
      for (const { name, opened } of dialogs.filter(({ wide, narrow: only }) => (narrow ? !wide : !only))) {
        // Back, and closed by itself: the history is as long as before.
        for (const by of ['Back', 'Escape']) {
          await opened(page);
          const dialog = page.getByRole('dialog', { name });
          await expect(dialog, `${name} ${by}`).toBeVisible();
          if (by === 'Back') await page.goBack();
          else await escape(page, dialog);
          await expect(dialog, `${name} ${by}`).toBeHidden();
          await expect(title).toBeVisible();
          await expect
            .poll(() => page.evaluate(() => window.history.state?.layer ?? null), { message: String(name) })
            .toBeNull();
        }
      }
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
      await page.goForward();
      await expect(title).toBeVisible();
    });

    test('Back asks before what was typed is given up, as often as it is pressed', async ({ page, api, linkway }) => {
      await api.register();
      await api.createLink({ url: `${linkway.destination}/one`, title: 'One' });
      await open(page, '/dashboard?tab=my-links');
      await button(page, /^Edit /).click();
      const drawer = page.getByRole('dialog', { name: /^Edit / });
      await drawer.getByLabel('Title').fill('Another');
      const question = page.getByRole('dialog', { name: 'Discard your changes?' });
      await page.goBack();
      await expect(question).toBeVisible();
      // The question lies over the drawer: it goes first, and comes again.
      await page.goBack();
      await expect(question).toBeHidden();
      await expect(drawer.getByLabel('Title')).toHaveValue('Another');
      await page.goBack();
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: 'Discard changes' }).click();
      await expect(drawer).toBeHidden();
      await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeVisible();
    });
  });
}

test('a page that is opened from the palette has the one before it behind it', async ({ page, api }) => {
  await api.register();
  await open(page, '/dashboard?tab=overview');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search pages/ })).toBeFocused();
  await page.keyboard.type('My links');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goForward();
  await page.goForward().catch(() => {});
  await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeVisible();
});

test('a message that comes as a field is left does not take the click away', async ({ page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await api.register();
  await open(page, '/dashboard?tab=create');
  await page.getByLabel('Click limit').fill('1.5');
  const fold = page.locator('summary').filter({ hasText: 'Device targeting' });
  await fold.scrollIntoViewIfNeeded();
  const at = await fold.boundingBox();
  if (!at) throw new Error('it is not drawn');
  await page.mouse.move(at.x + 20, at.y + at.height / 2);
  await page.mouse.down();
  // As long as a hand needs, and longer than a message does.
  await page.waitForTimeout(600);
  await expect(page.getByText('Enter a whole number from 1')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByLabel('Mobile URL')).toBeVisible();
  await expect(page.getByText('Enter a whole number from 1')).toBeVisible();
});
