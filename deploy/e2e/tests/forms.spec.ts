import type { Locator, Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { expectFocusSomewhere, expectInView, focused, unavailable } from '../support/failing.ts';
import { fillSignIn, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const meant = /status of 503|ERR_INTERNET_DISCONNECTED|net::ERR/;

const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create link' });
const menuOf = (page: Page) => page.getByRole('button', { name: /^More actions/ }).first();
const editOf = (page: Page) => page.getByRole('button', { name: /^Edit / }).first();
const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });

/** What fails, one after the other: the server, the network. */
const failures = [
  {
    name: 'the server',
    begin: (page: Page) => page.route('**/api/**', unavailable),
    end: (page: Page) => page.unroute('**/api/**'),
    said: 'This is not possible right now.',
  },
  {
    name: 'the network',
    begin: (page: Page) => page.context().setOffline(true),
    end: (page: Page) => page.context().setOffline(false),
    said: 'Linkway cannot be reached',
  },
];

for (const window of WINDOWS) {
  test(`what fails in a form is in view and has the focus at ${window.width} px`, async ({
    page,
    api,
    linkway,
    watch,
  }) => {
    watch.expect(meant);
    test.slow();
    await page.setViewportSize(window);
    await api.register();
    await api.createLink({ url: `${linkway.destination}/one`, title: 'One' });
    for (const { name, begin, end, said } of failures) {
      // Create.
      await open(page, '/dashboard?tab=create');
      await page.getByLabel('Destination URL').fill(`${linkway.destination}/two`);
      await expect(page.getByText(/links left this month|of 50/).first()).toBeVisible();
      await begin(page);
      await submit(page).click();
      const card = page.getByRole('alert').filter({ hasText: 'The link could not be created' });
      await expectInView(card);
      await expect(card).toContainText(said);
      await expect(card).toContainText('What you typed or chose is still here.');
      await expect(card).not.toContainText('Nothing you saved');
      expect(await focused(page), `${name}, create`).toContain('could not be created');
      await expect(page.getByLabel('Destination URL')).toHaveValue(`${linkway.destination}/two`);
      await end(page);

      // Edit, from the top of a form that is longer than its drawer.
      await open(page, '/dashboard?tab=my-links');
      await editOf(page).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('Title').fill(`Changed, ${name}`);
      await begin(page);
      await drawer.getByRole('button', { name: 'Save changes' }).click();
      const notSaved = drawer.getByRole('alert').filter({ hasText: 'The changes could not be saved' });
      await expectInView(notSaved);
      await expect(notSaved).toContainText(said);
      expect(await focused(page), `${name}, edit`).toContain('could not be saved');
      await end(page);
      await drawer.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await expect(drawer).toBeHidden();

      // Delete.
      await menuOf(page).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: /^Delete / });
      // It comes with a file of its own.
      await expect(question).toBeVisible();
      await begin(page);
      await question.getByRole('button', { name: 'Delete link' }).click();
      await expectInView(question.getByRole('alert'));
      await expect(question.getByRole('alert')).toContainText(said);
      await expectFocusSomewhere(page, 'a failed deletion');
      await end(page);
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expectFocusSomewhere(page, 'a question that was left');

      // Pause: the message at the foot goes, the one at the link stays.
      await begin(page);
      await menuOf(page).click();
      await page.getByRole('menuitem', { name: 'Pause' }).click();
      const told = page.getByText(/is not paused\./);
      await expect(told).toHaveCount(2);
      await expectInView(told.last());
      await expect(told.first()).toContainText(said);
      await expectFocusSomewhere(page, 'a pause that failed');
      await end(page);
    }
  });

  test(`what fails before one is signed in is in view at ${window.width} px`, async ({
    page,
    request,
    watch,
    linkway,
  }) => {
    watch.expect(meant);
    await page.setViewportSize(window);
    const { email, password } = await new Api(request).register();
    for (const { begin, end, said } of failures) {
      await open(page, '/login');
      await begin(page);
      await fillSignIn(page, email, password);
      await expectInView(page.getByRole('main').getByText(said));
      await expect(page.getByLabel('Email')).toHaveValue(email);
      await expectFocusSomewhere(page, 'a sign-in that failed');
      await end(page);

      await open(page, '/');
      const url = page.getByRole('main').getByRole('textbox').first();
      await url.fill(`${linkway.destination}/guest`);
      const shorten = page.getByRole('main').locator('form').getByRole('button', { name: 'Shorten' }).first();
      await expect(shorten).toBeEnabled();
      await begin(page);
      await shorten.click();
      const card = page.getByRole('alert').filter({ hasText: 'Error creating short link' });
      await expectInView(card);
      await expect(card).toContainText(said);
      await expect(card).toBeFocused();
      await expect(url).toHaveValue(`${linkway.destination}/guest`);
      await end(page);
    }
  });

  test(`the question before a deletion keeps its title clear of the cross at ${window.width} px`, async ({
    page,
    api,
    linkway,
  }) => {
    await api.register();
    for (const custom_code of [undefined, `${'w'.repeat(40)}${Date.now().toString(36)}`])
      await api.createLink({ url: `${linkway.destination}/one`, ...(custom_code && { custom_code }) });
    // The narrowest as well.
    for (const width of [window.width, 320]) {
      await page.setViewportSize({ ...window, width });
      await open(page, '/dashboard?tab=my-links');
      for (const row of [0, 1]) {
        await page
          .getByRole('button', { name: /^More actions/ })
          .nth(row)
          .click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        const question = page.getByRole('dialog', { name: /^Delete / });
        await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
        expect(await gapOfTitle(question), `row ${row} at ${width} px`).toBeGreaterThan(4);
        await page.keyboard.press('Escape');
        await expect(question).toBeHidden();
      }
    }
  });
}

/** Between the words of a dialog's title and its cross, in px; from them on it is cut where that is less than nothing. */
const gapOfTitle = (dialog: Locator): Promise<number> =>
  dialog.evaluate((element) => {
    const title = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
    const cross = element.querySelector('[aria-label="Close"]');
    if (!title || !cross) return Number.NaN;
    const words = document.createRange();
    words.selectNodeContents(title);
    return cross.getBoundingClientRect().left - words.getBoundingClientRect().right;
  });

test('a guest who presses Shorten keeps the focus whatever comes of it, and a second press sends nothing', async ({
  page,
  watch,
}) => {
  watch.expect(meant);
  await open(page, '/');
  await page.getByLabel('Your long link').fill('https://destination.example/pressed');
  const shorten = page.getByRole('main').getByRole('button', { name: 'Shorten' });
  await expect(shorten).toBeEnabled();
  let sent = 0;
  let answer = (): void => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/guest/links', async (route) => {
    sent += 1;
    await waits;
    await unavailable(route);
  });
  await shorten.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Shortening…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  answer();
  const card = page.getByRole('alert').filter({ hasText: 'Error creating short link' });
  await expect(card).toBeFocused();
  await expectInView(card);
  expect(sent).toBe(1);

  // Once it is made there is nothing more to be sent, and the button can be pressed no longer.
  await page.unroute('**/api/guest/links');
  await shorten.focus();
  await page.keyboard.press('Enter');
  const made = page.getByRole('region', { name: 'Your short link is ready' });
  await expect(made).toBeFocused();
  await expect(shorten).toBeDisabled();
});

test('what is typed into a new link outlives Escape, another tab and a reload', async ({ page, api, linkway }) => {
  await api.register();
  await open(page, '/dashboard?tab=my-links');
  await page.keyboard.press('c');
  const url = page.getByLabel('Destination URL');
  await expect(url).toBeFocused();
  await page.keyboard.type(`${linkway.destination}/draft`);
  await page.getByLabel('Title').fill('Draft');
  await page.keyboard.press('Escape');
  await menu(page, 'My links').click();
  await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeFocused();
  await menu(page, 'Create link').click();
  await expect(url).toHaveValue(`${linkway.destination}/draft`);
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Draft');
});

test('what is typed over a link is kept for that link, and a password is asked for before it goes', async ({
  page,
  api,
  linkway,
}) => {
  await api.register();
  const address = ({ short_url }: { short_url: string }) => short_url.replace(/^https?:\/\//, '');
  const first = address(
    await api.createLink({ url: `${linkway.destination}/first`, title: 'First', max_clicks: 1_000_000 }),
  );
  const second = address(await api.createLink({ url: `${linkway.destination}/second`, title: 'Second' }));
  await open(page, '/dashboard');
  await menu(page, 'My links').click();
  const edit = (of: string) => page.getByRole('button', { name: `Edit ${of}` });
  const drawer = page.getByRole('dialog', { name: /^Edit / });
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });

  await edit(first).click();
  await expect(drawer.getByLabel('Click limit')).toHaveValue('1,000,000');
  await drawer.getByLabel('Title').fill('First, typed');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(drawer.getByLabel('Title')).toHaveValue('First, typed');

  // Kept over a reload, for this link alone; nothing needs to be asked for that.
  await page.reload();
  await edit(second).click();
  await expect(drawer.getByLabel('Title')).toHaveValue('Second');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(edit(second)).toBeFocused();
  await edit(first).click();
  await expect(drawer.getByLabel('Title')).toHaveValue('First, typed');
  await expect(drawer.getByText('Your unsaved changes are back.')).toBeVisible();

  await drawer.getByLabel('Password', { exact: true }).fill('a secret');
  // The browser asks in words of its own where the page objects.
  const objects = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(objects).toBe(true);

  // Back asks as Escape does, and leaves the page where it is.
  await page.evaluate(() => window.history.back());
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(drawer.getByLabel('Password', { exact: true })).toHaveValue('a secret');
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/tab=my-links/);
  await page.evaluate(() => window.history.back());
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('by keyboard alone a row is paused, taken back and deleted, and the focus stays in the list', async ({
  page,
  api,
  linkway,
}) => {
  await api.register();
  for (const name of ['one', 'two']) await api.createLink({ url: `${linkway.destination}/${name}`, title: name });
  await open(page, '/dashboard?tab=my-links');
  const button = menuOf(page);
  await expect(button).toHaveAttribute('aria-haspopup', 'menu');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const item = (name: string) => page.getByRole('menuitem', { name });
  await expect(item('QR and share')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Pause')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(item('Pause')).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(item('QR and share')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Pause')).toBeFocused();
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect(button).toBeFocused();
  // The message at the foot is reached by a key, waits there, and F6 leads back.
  await page.keyboard.press('F6');
  await expect(undo).toBeFocused();
  await page.keyboard.press('F6');
  await expect(button).toBeFocused();
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Paused')).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(item('QR and share')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item('Delete')).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: /^Delete / });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main [data-row]')).toHaveCount(1);
  await expectFocusSomewhere(page, 'a deletion');
  expect(await focused(page)).toContain('More actions');
});

test('the focus goes to the page that is opened and back to what opened a dialog', async ({ page, api, linkway }) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/one` });
  await open(page, '/dashboard');
  for (const name of ['My links', 'Analytics', 'Overview']) {
    await menu(page, name).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  }
  for (const keys of ['Control+k', '?']) {
    await menu(page, 'My links').focus();
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectFocusSomewhere(page, `${keys} and Escape`);
  }
  // From one public page to another, too.
  await open(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: /Terms/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeFocused();
});
