import { expect, type Page } from '@playwright/test';
import type { Account } from './api.ts';
import { expectFocusSomewhere, expectInView, insist } from './failing.ts';
import { figure, open } from './pages.ts';

/** What is asked for again by itself is there within. */
const patient = { timeout: 20_000 };
const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
const rows = (page: Page) => page.locator('main [data-row]');

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function shortenAsGuest(page: Page): Promise<void> {
  // What comes after what is seen first.
  const later = page.waitForRequest('**/api/example');
  await page.goto('/');
  await later;
  const url = page.getByLabel('Your long link');
  const site = 'https://destination.example/guest';
  await url.fill(site);
  const submit = page.getByRole('main').getByRole('button', { name: 'Shorten' });
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(submit.and(page.locator(':enabled')).or(again).first()).toBeVisible();
  if (await again.isVisible()) {
    await expectInView(page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) }));
    await again.click();
  }
  await expect(submit).toBeEnabled();
  const made = page.getByRole('region', { name: 'Your short link is ready' });
  await insist(
    page,
    () => submit.click(),
    made,
    () => expect(url).toHaveValue(site),
  );
}

async function readGuestClicks(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload();
    const told = page.getByRole('listitem').getByText(/0 clicks|clicks cannot be shown right now/);
    await expect(told).toBeVisible();
    await expect(told).toHaveText(/0 clicks/);
  }).toPass(patient);
}

async function openAccount(page: Page, account: Account): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Linh Tran');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm password').fill(account.password);
  await page.getByRole('checkbox').check();
  const submit = page.getByRole('main').getByRole('button', { name: 'Create account' });
  await insist(
    page,
    () => submit.click(),
    page.getByText('Your account is ready'),
    async () => {
      await expect(page.getByLabel('Email')).toHaveValue(account.email);
      await expect(page.getByLabel('Confirm password')).toHaveValue(account.password);
      await expectFocusSomewhere(page, 'a registration that failed');
    },
  );
  await page.waitForURL(/dashboard/);
}

/** It went along with the registration, or waits on the start page where that failed. */
async function ownGuestLink(page: Page): Promise<void> {
  await page.goto('/');
  const waiting = await page.evaluate(() => JSON.parse(localStorage.getItem('guest_links') ?? '[]').length > 0);
  if (waiting) {
    const add = page.getByRole('button', { name: 'Add to my account' });
    await insist(page, () => add.click(), page.getByText(/in your account now$/));
  }
  await page.goto('/dashboard');
  await deleteLink(page);
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await open(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const submit = page.getByRole('main').getByRole('button', { name: 'Log in' });
  await insist(
    page,
    () => submit.click(),
    page.getByText('You are logged in'),
    async () => {
      await expect(page.getByLabel('Email')).toHaveValue(email);
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
      await expectFocusSomewhere(page, 'a sign-in that failed');
    },
  );
  await page.waitForURL(/dashboard/);
}

async function createLink(page: Page, url: string): Promise<void> {
  await menu(page, 'Create link').click();
  await page.getByLabel('Destination URL').fill(url);
  await page.getByLabel('Title').fill('Made at last');
  await page.getByLabel('Password', { exact: true }).fill('a secret');
  await expect(page.getByText(/^\d+ of 50 links left this month$/)).toBeVisible(patient);
  await expect(page.locator('main form .ant-select').first()).toContainText('127.0.0.1', patient);
  const submit = page.getByRole('main').getByRole('button', { name: 'Create link' });
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await insist(
    page,
    () => submit.click(),
    made,
    async () => {
      await expect(page.getByLabel('Destination URL')).toHaveValue(url);
      await expect(page.getByLabel('Title')).toHaveValue('Made at last');
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a secret');
      await expectFocusSomewhere(page, 'a creation that failed');
    },
  );
}

async function useList(page: Page): Promise<void> {
  await menu(page, 'My links').click();
  await expect(rows(page)).toContainText(['Made at last'], patient);
  await page.getByRole('searchbox').fill('made at');
  await expect(page).toHaveURL(/search=/);
  await expect(rows(page)).toContainText(['Made at last'], patient);
  await page.getByRole('button', { name: /^Edit / }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title').fill('Made at last, and changed');
  const save = drawer.getByRole('button', { name: 'Save changes' });
  await insist(
    page,
    () => save.click(),
    rows(page).filter({ hasText: 'Made at last, and changed' }),
    () => expect(drawer.getByLabel('Title')).toHaveValue('Made at last, and changed'),
  );
  await expect(drawer).toBeHidden();
  await insist(
    page,
    () => choose(page, 'Pause'),
    page.getByText(/ is paused$/),
    () => expectFocusSomewhere(page, 'a pause that failed'),
  );
  await insist(page, () => choose(page, 'Activate'), page.getByText(/ is active$/));
}

async function readAnalytics(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Analytics of/ }).click();
  await expect(figure(page, 'Clicks')).toHaveText('0', patient);
  await expect(page.getByRole('main').getByRole('button', { name: /^QR and share/ })).toBeVisible(patient);
  await page.getByRole('combobox', { name: 'Link', exact: true }).click();
  await page.getByTitle('All links').last().click();
  await expect(figure(page, 'Clicks')).toHaveText('0', patient);
  await menu(page, 'Overview').click();
  await expect(figure(page, 'Total links')).toHaveText('1', patient);
}

async function readAboutApi(page: Page): Promise<void> {
  await menu(page, 'API keys').click();
  await expect(page.getByRole('heading', { name: /only available for Premium users/ })).toBeVisible(patient);
  await expect(page.getByRole('region', { name: 'How to use the API' })).toBeVisible(patient);
}

async function useCampaigns(page: Page): Promise<void> {
  await menu(page, 'Campaigns').click();
  await expect(page.getByText('No campaigns yet')).toBeVisible(patient);
  await page.locator('main [data-main-action] button').click();
  const form = page.getByRole('dialog', { name: 'Create campaign' });
  await form.getByLabel('Campaign name').fill('Made at last');
  await form.getByLabel('Start date').fill('01/01/2030');
  await form.getByLabel('End date').fill('31/01/2030');
  await form.getByLabel('Budget').fill('12.50');
  await insist(
    page,
    () => form.getByRole('button', { name: 'Create campaign' }).click(),
    page.getByText('New campaign created successfully!'),
    async () => {
      await expect(form.getByLabel('Campaign name')).toHaveValue('Made at last');
      await expect(form.getByLabel('End date')).toHaveValue('31/01/2030');
      await expect(form.getByLabel('Budget')).toHaveValue('12.50');
      await expectFocusSomewhere(page, 'a campaign that was not made');
    },
  );
  await expect(form).toBeHidden();
  const campaign = rows(page).filter({ hasText: 'Made at last' });
  await campaign.getByRole('link', { name: 'Made at last' }).click(patient);
  await expect(page.getByText('No links in this campaign yet')).toBeVisible(patient);
  await insist(
    page,
    () => page.getByRole('button', { name: 'Run', exact: true }).click(),
    page.getByText('Campaign status updated successfully!'),
    () => expectFocusSomewhere(page, 'a campaign that does not run'),
  );
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const remove = page.getByRole('dialog', { name: /^Delete / }).getByRole('button', { name: 'Delete campaign' });
  await insist(
    page,
    () => remove.click(),
    page.getByText('Campaign deleted successfully!'),
    () => expectFocusSomewhere(page, 'a deletion that failed'),
  );
  await expect(page.getByText('No campaigns yet')).toBeVisible(patient);
  await expectFocusSomewhere(page, 'the last campaign was deleted');
}

async function deleteLink(page: Page): Promise<void> {
  await menu(page, 'My links').click();
  await expect(rows(page)).toHaveCount(1, patient);
  await choose(page, 'Delete');
  const remove = page.getByRole('dialog', { name: /^Delete / }).getByRole('button', { name: 'Delete link' });
  await insist(
    page,
    () => remove.click(),
    page.getByText(/ is deleted$/),
    () => expectFocusSomewhere(page, 'a deletion that failed'),
  );
  await expect(page.getByText('No links yet')).toBeVisible(patient);
  await expectFocusSomewhere(page, 'the last link was deleted');
}

async function signOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Account of/ });
  const leave = async (): Promise<void> => {
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
    await page.getByRole('button', { name: 'Log out' }).click();
  };
  await insist(page, leave, page.getByLabel('Your long link'));
}

/**
 * Each flow of a guest and of a member, whatever fails once on the way: done again until it is done, as people do. Nothing typed may be lost,
 * and every message is in view.
 */
export async function everyFlow(page: Page, account: Account, url: string): Promise<void> {
  await shortenAsGuest(page);
  await readGuestClicks(page);
  await openAccount(page, account);
  await ownGuestLink(page);
  await createLink(page, url);
  await useList(page);
  await readAnalytics(page);
  await useCampaigns(page);
  await readAboutApi(page);
  await deleteLink(page);
  await leaveAndStay(page, account);
  await signOut(page);
  await signIn(page, account);
}

/** Asks for the account's deletion, and keeps it after all. */
async function leaveAndStay(page: Page, { password }: Account): Promise<void> {
  await page.goto('/dashboard?tab=profile');
  await page.getByRole('button', { name: 'Delete account' }).click(patient);
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const typed = dialog.getByLabel('Current password');
  await typed.fill(password);
  const notice = page.getByRole('region', { name: 'Deletion of your account' });
  await insist(
    page,
    () => dialog.getByRole('button', { name: 'Delete my account' }).click(),
    page.getByText(/^Your account will be deleted on/).first(),
    () => expect(typed).toHaveValue(password),
  );
  await expect(dialog).toBeHidden();
  await expect(notice).toBeVisible(patient);
  await insist(page, () => notice.getByRole('button').click(), page.getByText('Your account stays'));
  await expect(notice).toBeHidden();
}

async function deleteSomebody(page: Page, email: string): Promise<void> {
  await page.goto(`/dashboard?tab=users&search=${encodeURIComponent(email)}`);
  await expect(rows(page)).toContainText([email], patient);
  await choose(page, 'Delete');
  const question = page.getByRole('dialog', { name: `Delete ${email}?` });
  await insist(
    page,
    () => question.getByRole('button', { name: 'Delete' }).click(),
    page.getByText(`${email} is deleted`),
  );
  await expect(rows(page)).toHaveCount(0, patient);
}

async function changeSomebody(page: Page, email: string): Promise<void> {
  await page.goto(`/dashboard?tab=users&search=${encodeURIComponent(email)}`);
  await expect(rows(page)).toContainText([email], patient);
  await page.getByRole('button', { name: `Details of ${email}` }).click();
  const details = page.getByRole('dialog', { name: 'User details' });
  await expect(details.getByText('0 / 50')).toBeVisible(patient);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await choose(page, 'Change plan');
  const plan = page.getByRole('dialog', { name: 'Change plan' });
  await plan.getByLabel('Links per month').fill('70');
  const save = plan.getByRole('button', { name: 'Change plan' });
  await insist(
    page,
    () => save.click(),
    page.getByText(`The plan of ${email} is changed`),
    () => expect(plan.getByLabel('Links per month')).toHaveValue('70'),
  );
  await expect(plan).toBeHidden();
}

async function useKeys(page: Page, name: string): Promise<void> {
  await menu(page, 'API keys').click();
  await page.locator('main [data-main-action] button').click(patient);
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill(name);
  const create = form.getByRole('button', { name: 'Create API key' });
  await insist(
    page,
    () => create.click(),
    form.getByRole('heading', { name: 'Keep your new API key' }),
    async () => {
      await expect(form.getByLabel('Name')).toHaveValue(name);
      await expectFocusSomewhere(page, 'a key that was not made');
    },
  );
  await form.getByRole('button', { name: 'I have kept it' }).click();
  await expect(form).toBeHidden();
  const key = rows(page).filter({ hasText: name });
  await insist(
    page,
    () => key.getByRole('switch').click(),
    page.getByText(/is off\. Requests with it are refused\.$/),
    () => expect(key.getByRole('switch')).toBeChecked(),
  );
  await key.getByRole('button', { name: /^Delete/ }).click();
  const remove = page.getByRole('dialog', { name: /^Delete/ }).getByRole('button', { name: 'Delete API key' });
  await insist(
    page,
    () => remove.click(),
    page.getByText(/ is deleted$/),
    () => expectFocusSomewhere(page, 'a deletion that failed'),
  );
  await expect(key).toHaveCount(0);
}

async function readLog(page: Page, email: string): Promise<void> {
  await page.goto(`/dashboard?tab=logs&search=${encodeURIComponent(email)}`);
  const registered = rows(page).filter({ hasText: 'Account registered' });
  await expect(registered).toBeVisible(patient);
  await registered.getByRole('button').last().click();
  const details = page.getByRole('dialog');
  await expect(details.getByText('account.registered')).toBeVisible(patient);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  const verify = page.getByRole('button', { name: 'Verify the log' });
  await insist(page, () => verify.click(), page.getByRole('heading', { name: 'The log is whole' }));
  // That it was exported is an entry of what was searched for.
  const exported = rows(page).filter({ hasText: 'Log exported' });
  const save = page.getByRole('button', { name: 'Export CSV' });
  await insist(page, () => save.click(), exported.first());
}

async function changeSecurity(page: Page): Promise<void> {
  await menu(page, 'Security center').click();
  const requests = page.getByLabel('Requests per minute');
  await expect(requests).toBeVisible(patient);
  // Another one than it is, whoever was here before.
  const next = (await requests.inputValue()) === '61' ? '60' : '61';
  await requests.fill(next);
  await insist(
    page,
    () => page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click(),
    page.getByText('The security settings are saved'),
    () => expect(requests).toHaveValue(next),
  );
}

/** What an administrator, who is signed in, does with the account of somebody, the log, the security settings and a key of that name; likewise. */
export async function everyAdministratorFlow(page: Page, email: string, key: string): Promise<void> {
  await changeSomebody(page, email);
  await readLog(page, email);
  await changeSecurity(page);
  await useKeys(page, key);
  await deleteSomebody(page, email);
}
