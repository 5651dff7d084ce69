import type { Page } from '@playwright/test';
import { Api, administrator } from '../support/api.ts';
import { fillSignIn, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const row = (page: Page, email: string) => page.locator('main [data-row]').filter({ hasText: email });
const choose = async (page: Page, email: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('an administrator finds somebody, disables them, whose session ends, and enables them again', async ({
  page,
  api,
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of (401|403|409)/);
  const { email, password } = await api.register();
  await open(page, '/dashboard?tab=settings');
  const context = await anotherBrowser();
  await new Api(context.request).signIn(administrator);
  const admin = await context.newPage();
  await open(admin, '/dashboard?tab=users');
  await admin.getByRole('searchbox').fill(email.toUpperCase());
  await expect(admin.getByText('1 user matches the search and filters.')).toBeVisible();
  await expect(admin).toHaveURL(/search=PERSON-/);
  await expect(row(admin, email)).toContainText('Active');
  await admin.getByRole('button', { name: `Details of ${email}` }).click();
  const details = admin.getByRole('dialog', { name: 'User details' });
  await expect(details.getByText('0 / 50')).toBeVisible();
  await admin.goBack();
  await expect(details).toBeHidden();

  await choose(admin, email, 'Disable');
  const question = admin.getByRole('dialog', { name: `Disable ${email}?` });
  await expect(question.getByText(/signed out everywhere at once/)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Disable' }).click();
  await expect(admin.getByText(`${email} is disabled`)).toBeVisible();
  await expect(row(admin, email)).toContainText('Disabled');
  await expect.poll(async () => (await api.send('GET', '/api/me')).status()).toBe(401);
  await page.reload();
  await page.waitForURL(/\/login/);
  await fillSignIn(page, email, password);
  await expect(page.getByText('This account has been disabled. Please contact the administrator.')).toBeVisible();

  await admin.reload();
  await expect(row(admin, email)).toContainText('Disabled');
  await choose(admin, email, 'Enable');
  await admin.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
  await expect(row(admin, email)).toContainText('Active');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/\/dashboard/);
});

test('a plan and a role are changed, and what cannot be is said', async ({ page, api, anotherBrowser }) => {
  const { email } = await api.register();
  const context = await anotherBrowser();
  await new Api(context.request).signIn(administrator);
  const admin = await context.newPage();
  await open(admin, `/dashboard?tab=users&search=${encodeURIComponent(email)}`);
  await choose(admin, email, 'Change plan');
  const dialog = admin.getByRole('dialog', { name: 'Change plan' });
  await dialog.getByRole('combobox').click();
  await admin.getByTitle('Premium').last().click();
  await expect(dialog.getByLabel('Links per month')).toHaveValue('5000');
  await dialog.getByLabel('Links per month').fill('lots');
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(dialog.getByText('Enter a whole number from 0 to 1,000,000,000')).toBeVisible();
  await dialog.getByLabel('Links per month').fill('1234');
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(row(admin, email)).toContainText('Premium');
  await open(page, '/dashboard?tab=profile');
  await expect(page.getByText('1,234')).toBeVisible();

  await choose(admin, email, 'Make administrator');
  await admin.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click();
  await expect(row(admin, email)).toContainText('Administrator');
  await choose(admin, email, 'Remove administrator rights');
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove administrator rights' }).click();
  await expect(row(admin, email)).not.toContainText('Administrator');

  await admin.getByRole('searchbox').fill(administrator.email);
  await admin.getByRole('button', { name: `More actions for ${administrator.email}` }).click();
  const refused = admin.getByRole('menuitem', { name: 'Disable Only another administrator can do this' });
  await expect(refused).toBeDisabled();
  await admin.keyboard.press('Escape');
  await expect(refused).toBeHidden();
  await admin.getByRole('searchbox').fill('nobody-has-such-an-address');
  await expect(admin.getByText('Nobody found')).toBeVisible();
  await admin.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(row(admin, email)).toBeVisible();
});

test('a premium plan is given an end, which is kept as it is typed, and then none', async ({
  page,
  api,
  anotherBrowser,
}) => {
  const { email } = await api.register();
  const context = await anotherBrowser();
  await new Api(context.request).signIn(administrator);
  const admin = await context.newPage();
  await open(admin, `/dashboard?tab=users&search=${encodeURIComponent(email)}`);
  const dialog = admin.getByRole('dialog', { name: 'Change plan' });
  const end = dialog.getByLabel('Plan ends');
  const save = dialog.getByRole('button', { name: 'Change plan' });
  const ends = async (): Promise<string> => {
    await admin.getByRole('button', { name: `Details of ${email}` }).click();
    const details = admin.getByRole('dialog', { name: 'User details' });
    const told = await details.locator('div:has(> dt:text-is("Plan ends")) dd').innerText();
    await admin.keyboard.press('Escape');
    await expect(details).toBeHidden();
    return told;
  };
  await choose(admin, email, 'Change plan');
  await dialog.getByRole('combobox').click();
  await admin.getByTitle('Premium').last().click();
  const heading = dialog.getByRole('heading', { name: 'Change plan' });
  await end.fill('some day');
  // Away from the field, over which its calendar is open.
  await heading.click();
  await expect(dialog.getByText('Enter a date and time such as 31/12/2030 18:00')).toBeVisible();
  await expect(end).toHaveValue('some day');
  await save.click();
  await expect(end).toBeFocused();
  await end.fill('01/01/2020 10:00');
  await end.press('Enter');
  await expect(dialog.getByText('Choose a time in the future')).toBeVisible();
  await end.fill('31/12/2098 18:30');
  await heading.click();
  await save.click();
  await expect(dialog).toBeHidden();
  expect(await ends()).toBe('31/12/2098 18:30');
  await open(page, '/dashboard?tab=api');
  await expect(page.locator('main [data-main-action] button')).toBeEnabled();

  await choose(admin, email, 'Change plan');
  await expect(end).toHaveValue('31/12/2098 18:30');
  await end.fill('');
  await heading.click();
  await save.click();
  await expect(dialog).toBeHidden();
  expect(await ends()).toBe('No end date');
});

test('who is no administrator has none of their tabs, and is refused by the API', async ({ page, api }) => {
  await api.register();
  for (const tab of ['users', 'security', 'smtp']) {
    await open(page, `/dashboard?tab=${tab}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect(page).toHaveURL(/tab=overview/);
  }
  await expect(page.getByRole('heading', { name: 'Administration' })).toHaveCount(0);
  for (const path of ['/api/admin/users', '/api/admin/mail/settings', '/api/admin/mail/inbox', '/api/admin/security'])
    expect((await api.send('GET', path)).status()).toBe(403);
});
