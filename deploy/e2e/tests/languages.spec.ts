import type { Page } from '@playwright/test';
import { Api, administrator } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

// One language for all of these tests, which run one after the other.
test.describe.configure({ mode: 'serial' });
const CODE = 'fr';
const PATH = '/dashboard?tab=languages';
const TEXTS = {
  kit: { language: { label: 'Langue' } },
  frame: { home: 'Page d’accueil' },
  public: { nav: { logout: 'Se déconnecter' } },
  users: {
    banner_other: 'Il y a {{shown}} personnes.',
    banner_one: 'Il y a une personne.',
    page: { title: 'Personnes' },
  },
  tabs: { tab_users: 'Personnes' },
  errors: { languages: { code_invalid: 'Entrez le code d’une langue, comme fr' } },
};

const row = (page: Page) => page.locator('[data-row]').filter({ hasText: 'Français' });
const more = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions for Français' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const pick = (page: Page, name: string, text: string) =>
  page
    .getByLabel('File with texts')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text, 'utf8') });
const language = (page: Page) => page.locator('html').getAttribute('lang');
const chooseFrench = async (page: Page): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: /@/ }).click();
  await page.getByRole('button', { name: 'Français' }).click();
};

async function signIn(page: Page): Promise<Api> {
  const api = new Api(page.context().request);
  await api.signIn(administrator);
  return api;
}

test('an administrator adds a language, whose bad files are refused and whose good one is checked and taken', async ({
  page,
  watch,
}) => {
  watch.expect(/status of (400|404)/);
  const api = await signIn(page);
  // What a run before has left, where it ended too early.
  await api.send('DELETE', `/api/admin/languages/${CODE}`);
  await open(page, PATH);
  await expect(page.locator('[data-row]').filter({ hasText: 'Tiếng Việt' })).toContainText('Built in');
  await page.getByRole('button', { name: 'Add language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a language' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Please fill in everything')).toHaveCount(2);
  await dialog.getByLabel('Code').fill('ar');
  await dialog.getByLabel('Name').fill('Français');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Languages that are written from right to left are not supported yet')).toBeVisible();
  await dialog.getByLabel('Code').fill(CODE);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(row(page)).toContainText('0%');
  await expect(row(page)).toContainText('Not offered');

  await more(page, 'Import texts');
  const file = page.getByRole('dialog', { name: 'Import texts of Français' });
  await pick(page, 'broken.json', '{"kit":');
  await expect(file.getByText('Invalid file')).toBeVisible();
  await pick(page, 'wrong.json', JSON.stringify({ users: { banner_other: 'Il y a des personnes' } }));
  await expect(file.getByText('1 text cannot be imported')).toBeVisible();
  await expect(file.getByText('users:banner_other')).toBeVisible();
  await pick(page, 'fr.json', JSON.stringify({ ...TEXTS, gone: { title: 'Parti' } }));
  await expect(file.getByText('gone:title')).toBeVisible();
  await file.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('The texts of Français were imported')).toBeVisible();
  await expect(row(page)).toContainText('1%');

  await more(page, 'Offer this language');
  await expect(row(page)).toContainText('Offered');
  const saved = page.waitForEvent('download');
  await more(page, 'Export texts');
  expect((await saved).suggestedFilename()).toBe('linkway-fr.json');
});

test('what is missing is marked, found, and translated in its place', async ({ page, watch }) => {
  watch.expect(/status of 400/);
  await signIn(page);
  await open(page, PATH);
  await more(page, 'Show missing texts');
  await expect(page.getByRole('heading', { level: 1, name: 'Texts of Français' })).toBeVisible();
  await expect(page.getByText('1 text is not in this release. It is kept.')).toBeVisible();
  await page.getByRole('searchbox').fill('kit:theme.label');
  const text = page.locator('[data-row]').filter({ hasText: 'kit:theme.label' });
  await expect(text).toContainText('Missing');
  await text.getByRole('button', { name: 'Edit kit:theme.label' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit text' });
  await dialog.getByLabel('Français').fill('<b>Apparence</b>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The text needs the same tags as the English one, and no others')).toBeVisible();
  await dialog.getByLabel('Français').fill('Apparence');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The text was saved')).toBeVisible();
  await expect(page.getByText('No text found')).toBeVisible();
});

test('a user chooses it in the menu, sees its texts and English for the rest, and takes it along', async ({
  page,
  api,
  anotherBrowser,
}) => {
  const { email, password } = await api.register();
  await open(page, '/dashboard?tab=my-links');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await chooseFrench(page);
  await expect(page.getByRole('button', { name: 'Se déconnecter' })).toBeVisible();
  expect(await language(page)).toBe(CODE);
  await expect(page.getByRole('group', { name: 'Apparence' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await expect
    .poll(async () => (await api.ok<{ chosen: object }>('GET', '/api/me')).chosen, { timeout: 15_000 })
    .toMatchObject({ language: 'en', added_language: CODE });
  await page.reload();
  await expect.poll(() => language(page), { timeout: 15_000 }).toBe(CODE);
  await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeVisible();

  const other = await (await anotherBrowser()).newPage();
  await new Api(other.context().request).signIn({ email, password });
  await open(other, '/dashboard?tab=my-links');
  await expect.poll(() => language(other), { timeout: 15_000 }).toBe(CODE);

  await page.getByRole('banner').getByRole('button', { name: /@/ }).click();
  await page.getByRole('button', { name: /^VI/ }).click();
  await expect(page.getByRole('button', { name: 'Đăng xuất' })).toBeVisible();
  expect(await language(page)).toBe('vi');
  await expect
    .poll(async () => (await api.ok<{ chosen: object }>('GET', '/api/me')).chosen, { timeout: 15_000 })
    .not.toHaveProperty('added_language');
});

test('numbers, plurals, titles in the menu and errors are of the language; without it, pages are English again', async ({
  page,
  watch,
}) => {
  watch.expect(/status of 400/);
  const api = await signIn(page);
  await open(page, '/dashboard?tab=users');
  await chooseFrench(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Personnes' })).toBeVisible();
  await expect(page.getByRole('navigation').getByText('Personnes')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /Il y a (une personne|.+ personnes)\./ })).toBeVisible();
  await open(page, PATH);
  // A narrow space between thousands: one thousand and more texts.
  await expect(page.locator('[data-row]').filter({ hasText: 'Tiếng Việt' })).toContainText(/\d\u202f\d{3}/);
  await page.getByRole('button', { name: 'Add language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a language' });
  await dialog.getByLabel('Code').fill('not a code');
  await dialog.getByLabel('Name').fill('x');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Entrez le code d’une langue, comme fr')).toBeVisible();
  await dialog.getByLabel('Code').fill('');
  await dialog.getByLabel('Name').fill('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await more(page, 'Delete language');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete language' }).click();
  await expect(row(page)).toHaveCount(0);
  await expect.poll(() => language(page), { timeout: 15_000 }).toBe('en');
  await api.ok('PATCH', '/api/me/settings', { language: 'en' });
});
