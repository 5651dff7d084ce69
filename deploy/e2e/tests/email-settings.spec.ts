import { createServer } from 'node:net';
import { Harness } from '@linkway/local/harness';
import type { Page } from '@playwright/test';
import { Api, administrator, newAccount } from '../support/api.ts';
import { MailServer } from '../support/mail-server.ts';
import { mode } from '../support/mode.ts';
import { open, phone } from '../support/pages.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

// A server that one test sets is everybody's: so these have a node of their own, and go one after the other.
test.describe.configure({ mode: 'serial' });

let node: Harness;
let mails: MailServer;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  [node, mails] = await Promise.all([Harness.start({ processes: mode === 'processes' }), MailServer.start()]);
});
test.afterAll(async () => {
  await Promise.all([node?.dispose(), mails?.stop()]);
});

/** A port that nobody listens at. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const smtp = (section = ''): string => `/dashboard?tab=smtp${section}`;
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const save = async (page: Page): Promise<void> => {
  const saved = page.getByText('The SMTP configuration is saved');
  // That of the time before.
  await expect(saved).toHaveCount(0);
  await button(page, 'Save').click();
  await expect(saved).toBeVisible();
};

test('without a server mails are kept, and an administrator reads them @node', async ({ anotherBrowser, watch }) => {
  watch.expect(/^error: Blocked opening/);
  const person = newAccount();
  await new Api((await anotherBrowser({ baseURL: node.web })).request).register(person);
  const context = await anotherBrowser({ baseURL: node.web });
  await new Api(context.request).signIn(administrator);
  const page = await context.newPage();
  await open(page, smtp());
  await page.getByRole('navigation', { name: 'Dashboard pages' }).getByRole('link', { name: 'Email settings' }).click();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await expect(page).toHaveURL(/section=inbox/);
  await button(page, `Read “Confirm your email address” to ${person.email}`).click();
  const mail = page.getByRole('dialog', { name: 'Confirm your email address' });
  const link = mail.frameLocator('iframe').getByRole('link', { name: 'Confirm email address' });
  // As the mail has it, though the page's policy takes no style that stands at an element.
  await expect(link).toHaveCSS('background-color', 'rgb(9, 88, 217)');
  // It leads nowhere, and the mail stays.
  const blocked = page.waitForEvent('console', (message) => message.text().startsWith('Blocked opening'));
  await link.click();
  await blocked;
  await expect(link).toBeVisible();
  await mail.getByText('Plain text').click();
  await expect(mail.getByText(/#token=/)).toBeVisible();
  await page.goBack();
  await expect(mail).toBeHidden();
  await expect(button(page, `Read “Confirm your email address” to ${person.email}`)).toBeFocused();
});

test('a server is set, wrong input is told at its field, and the test mail tells what came of it @node', async ({
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of 400/);
  const context = await anotherBrowser({ baseURL: node.web });
  await new Api(context.request).signIn(administrator);
  const page = await context.newPage();
  await open(page, smtp());
  const main = page.getByRole('main');
  await expect(button(page, 'Save')).toBeDisabled();
  await expect(button(page, 'Send test email')).toBeDisabled();
  await main.getByRole('checkbox', { name: /^Send emails by SMTP/ }).check();
  await main.getByLabel('Port').fill('99999');
  await button(page, 'Save').click();
  for (const text of [
    'Please enter the SMTP server',
    'Please enter a port from 1 to 65535',
    'Please enter the address that emails come from',
  ])
    await expect(main.getByText(text)).toBeVisible();
  await expect(main.getByLabel('Server', { exact: true })).toBeFocused();
  await main.getByLabel('Server', { exact: true }).fill('http://127.0.0.1');
  await main.getByLabel('Port').fill(String(await closedPort()));
  await main.getByLabel('Sender’s email').fill('hello@linkway.example');
  await button(page, 'Save').click();
  await expect(main.getByText(/^Please enter the name or address of the SMTP server/)).toBeVisible();
  await main.getByLabel('Server', { exact: true }).fill('127.0.0.1');
  // What is typed is there after a reload, and is saved then.
  await page.reload();
  await expect(main.getByLabel('Server', { exact: true })).toHaveValue('127.0.0.1');
  await save(page);

  await expect(main.getByLabel('Send to')).toHaveValue(administrator.email);
  await button(page, 'Send test email').click();
  await expect(main.getByText('The test email was not sent')).toBeVisible();
  await expect(main.getByText('SMTP connection failed. Check the configuration.')).toBeVisible();

  await main.getByLabel('Port').fill(String(mails.port));
  await expect(main.getByText(/^The test uses the saved configuration/)).toBeVisible();
  await save(page);
  await main.getByLabel('Send to').fill('someone@example.com');
  await button(page, 'Send test email').click();
  await expect(
    main.getByText(/^The server has accepted the email for someone@example.com. It said: 250/),
  ).toBeVisible();
  expect(mails.received.filter(({ to }) => to === 'someone@example.com')).toEqual([
    { to: 'someone@example.com', from: 'hello@linkway.example', subject: 'Test email from Linkway' },
  ]);
});

test('a password is never shown, and is asked for again for another server @node', async ({ anotherBrowser }) => {
  const context = await anotherBrowser({ baseURL: node.web });
  await new Api(context.request).signIn(administrator);
  const page = await context.newPage();
  await open(page, smtp());
  const main = page.getByRole('main');
  const password = main.getByLabel('Password', { exact: true });
  await main.getByLabel('Username').fill('mailer');
  await password.fill('a secret of ours');
  await save(page);
  await expect(password).toHaveValue('');
  await page.reload();
  await expect(main.getByText(/^A password is saved and never shown/)).toBeVisible();
  await expect(password).toHaveValue('');
  await main.getByLabel('Server', { exact: true }).fill('localhost');
  await button(page, 'Save').click();
  await expect(main.getByText(/please enter the password again$/)).toBeVisible();
  await expect(password).toBeFocused();
  await button(page, 'Discard changes').click();
  await expect(main.getByLabel('Server', { exact: true })).toHaveValue('127.0.0.1');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('link', { name: 'SMTP configuration' }).click();
  await password.fill('another secret');
  const question = page.getByRole('dialog', { name: 'Leave without saving the password?' });
  await page.getByRole('navigation', { name: 'Dashboard pages' }).getByRole('link', { name: 'Users' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(password).toHaveValue('another secret');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/section=inbox/);
  await page.getByRole('link', { name: 'SMTP configuration' }).click();
  await expect(password).toHaveValue('');
  await main.getByLabel('Username').fill('');
  await expect(main.getByText(/the saved password is removed when you save/)).toBeVisible();
  await save(page);
});

test('a mail is worded anew, goes out so, and goes back to the original @node', async ({ anotherBrowser, watch }) => {
  watch.expect(/status of 400/);
  const context = await anotherBrowser({ baseURL: node.web });
  const api = new Api(context.request);
  await api.signIn(administrator);
  const page = await context.newPage();
  await open(page, smtp('&section=templates'));
  const main = page.getByRole('main');
  await button(page, 'Edit Test email').click();
  await expect(page).toHaveURL(/mail=smtp_test/);
  const subject = main.getByLabel('Subject');
  await expect(subject).toHaveValue('Test email from Linkway');
  await subject.fill('Tried at ');
  await button(page, 'Insert {{sent_at}}').click();
  await expect(subject).toHaveValue('Tried at {{sent_at}}');
  await expect(subject).toBeFocused();
  await expect(main.getByText('Tried at 31/01/2030 16:00 (GMT+7)')).toBeVisible();
  const preview = main.frameLocator('iframe');
  await main.getByRole('textbox', { name: 'HTML' }).fill('<p style="color:#b42318">It went {{nowhere}}</p>');
  await expect(main.getByText('There is no preview of this text yet:')).toBeVisible();
  await button(page, 'Save').click();
  await expect(main.locator('form').getByText('This email has no variable {{nowhere}}')).toBeVisible();
  await main
    .getByRole('textbox', { name: 'HTML' })
    .fill('<style>#when { color: #000 }</style><p id="when" style="color:#b42318">It went at {{sent_at}}</p>');
  await expect(preview.getByText('It went at 31/01/2030')).toHaveCSS('color', 'rgb(180, 35, 24)');

  await button(page, 'All emails').click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Save').click();
  await expect(page.getByText('The email is saved')).toBeVisible();
  await api.ok('POST', '/api/admin/mail/test', { to: 'reader@example.com' });
  expect(mails.received.find(({ to }) => to === 'reader@example.com')?.subject).toMatch(/^Tried at \d\d\/\d\d\//);

  await button(page, 'All emails').click();
  await expect(main.getByText('Changed: English')).toBeVisible();
  await button(page, 'Edit Test email').click();
  await button(page, 'Back to the original').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the original' }).click();
  await expect(page.getByText('The original text is back')).toBeVisible();
  await expect(subject).toHaveValue('Test email from Linkway');
  await button(page, 'All emails').click();
  await expect(button(page, 'Edit Test email')).toBeVisible();
  await expect(main.getByText('Changed: English')).toBeHidden();
});

test('with keys alone nobody loses their place @node', async ({ anotherBrowser }) => {
  const context = await anotherBrowser({ baseURL: node.web });
  await new Api(context.request).signIn(administrator);
  const page = await context.newPage();
  await open(page, smtp('&section=templates'));
  const main = page.getByRole('main');
  await button(page, 'Edit Test email').press('Enter');
  const heading = main.getByRole('heading', { name: 'Test email', exact: true });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page).toHaveURL(/language=en/);
  await main.getByRole('radio', { name: 'English' }).press('ArrowRight');
  await expect(main.getByLabel('Subject')).toHaveValue('Email kiểm tra từ Linkway');
  await page.keyboard.press('ArrowLeft');
  await expect(main.getByLabel('Subject')).toHaveValue('Test email from Linkway');
  await main.getByRole('textbox', { name: 'Plain text' }).fill('Another one');
  await button(page, 'Discard changes').press('Enter');
  await expect(main.getByLabel('Subject')).toBeFocused();
  await button(page, 'All emails').press('Enter');
  await expect(button(page, 'Edit Test email')).toBeFocused();
});

test('on a phone and in Vietnamese it is the same @node', async ({ anotherBrowser }) => {
  const context = await anotherBrowser({ ...phone, baseURL: node.web });
  await remember(context, 'language', 'vi');
  await new Api(context.request).signIn(administrator);
  const page = await context.newPage();
  await open(page, smtp());
  const main = page.getByRole('main');
  await main.getByLabel('Tên người gửi').fill('Của chúng tôi');
  await main.getByRole('button', { name: 'Lưu', exact: true }).tap();
  await expect(page.getByText('Đã lưu cấu hình SMTP')).toBeVisible();
  await main.getByRole('link', { name: 'Mẫu email' }).tap();
  await main.getByRole('button', { name: 'Sửa Đặt mật khẩu mới' }).tap();
  await expect(main.getByLabel('Tiêu đề')).toHaveValue(/mật khẩu/i);
  await expect(main.frameLocator('iframe').getByText('Nguyễn An')).toBeVisible();
});
