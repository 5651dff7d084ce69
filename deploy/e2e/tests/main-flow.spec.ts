import { newAccount } from '../support/api.ts';
import { figure, phone, showTable } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('register, protect a link, open it on a phone, see the click in the chart @main', async ({
  page,
  linkway,
  watch,
  anotherBrowser,
}) => {
  // The form's answer to a wrong password.
  watch.expect(/status of 401/);
  const { email, password } = newAccount();
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Linh Tran');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('I accept').check();
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/\/dashboard/);

  await page.getByRole('navigation').getByRole('link', { name: 'Create link' }).click();
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/secret`);
  await page.getByLabel('Title').fill('Price list');
  await page.getByLabel('Password', { exact: true }).fill('sesame');
  await page.getByRole('main').getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made.getByRole('img', { name: 'Asks for a password' })).toBeVisible();
  const address = await made.getByRole('link', { name: /^127\.0\.0\.1:\d+\// }).getAttribute('href');
  await made.getByRole('button', { name: 'View analytics' }).click();
  await expect(figure(page, 'Clicks')).toHaveText('0');

  const onPhone = await (await anotherBrowser(phone)).newPage();
  await onPhone.goto(address ?? '');
  await expect(onPhone.getByRole('heading', { name: 'Protected Link' })).toBeVisible();
  await onPhone.getByLabel('Password').fill('Sesame');
  await onPhone.getByRole('button', { name: 'Access' }).click();
  await expect(onPhone.getByRole('alert')).toHaveText('Incorrect password.');
  await onPhone.getByLabel('Password').fill('sesame');
  await onPhone.getByRole('button', { name: 'Access' }).click();
  await expect(onPhone.getByRole('heading')).toHaveText('Arrived at /secret');

  await expect(figure(page, 'Clicks')).toHaveText('1');
  const devices = page.getByRole('region', { name: 'Visitors' });
  await showTable(devices);
  await expect(devices.getByRole('row', { name: /^Mobile 1 1$/ })).toBeVisible();
});
