import { Api, administrator } from '../support/api.ts';
import { unavailable } from '../support/failing.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('an administrator blocks a host: visitors are warned, the owner appeals, and the link is released', async ({
  page,
  api,
  request,
  anotherBrowser,
}) => {
  await api.register();
  const host = `harm-${Date.now()}.example`;
  const link = await api.createLink({ url: `https://${host}/shop`, title: 'A shop' });
  const short = link.short_url.replace(/^https?:\/\//, '');
  const visit = () => request.get(link.short_url, { maxRedirects: 0, headers: { 'accept-language': 'en' } });
  expect((await visit()).status()).toBe(302);

  const context = await anotherBrowser();
  const administration = await context.newPage();
  await new Api(context.request).signIn(administrator);
  await open(administration, '/dashboard?tab=link-safety&view=blocked');
  await administration.getByRole('button', { name: 'Add entries' }).click();
  await administration.getByLabel('Hosts and addresses').fill(`https://${host}/\ncom`);
  await administration.getByLabel('Note', { exact: true }).fill('Reported by a bank');
  await administration.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(administration.getByText('1 line is no entry and was left out:')).toBeVisible();

  await expect.poll(async () => (await visit()).status(), { timeout: 45_000 }).toBe(403);
  const warning = await (await visit()).text();
  expect(warning).toContain('This link is unsafe');
  expect(warning).not.toContain(host);

  await open(page, '/dashboard?tab=my-links');
  const row = page.locator('main [data-row]').filter({ hasText: 'A shop' });
  await expect(row).toContainText('Quarantined');
  await page.getByRole('button', { name: `Why ${short} is quarantined` }).click();
  await expect(page.getByText('This address is blocked here')).toBeVisible();
  await page.getByLabel('Why the link is harmless').fill('It is our own shop.');
  await page.getByRole('button', { name: 'Send appeal' }).click();
  await expect(page.getByText('Your appeal is sent')).toBeVisible();

  await open(administration, '/dashboard?tab=link-safety&appealed=true');
  const quarantined = administration.locator('main [data-row]').filter({ hasText: short });
  await expect(quarantined).toContainText('It is our own shop.');
  await quarantined.getByRole('button', { name: `Release ${short}` }).click();
  await administration.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(administration.getByText(`${short} is released`)).toBeVisible();
  await expect.poll(async () => (await visit()).status()).toBe(302);
});

test('a visitor reports a link, and an administrator quarantines it', async ({ api, request, anotherBrowser }) => {
  await api.register();
  const link = await api.createLink({ url: `https://reported-${Date.now()}.example/login` });
  const short = link.short_url.replace(/^https?:\/\//, '');
  const guest = await (await anotherBrowser()).newPage();
  await open(guest, `/report?link=${encodeURIComponent(short)}`);
  await expect(guest.getByLabel('Short link')).toHaveValue(short);
  await guest.getByRole('button', { name: 'Send report' }).click();
  await expect(guest.getByText('Please choose what is wrong')).toBeVisible();
  await guest.getByLabel('What is wrong with it').selectOption('phishing');
  await guest.getByLabel('What did you see? (optional)').fill('It asks for a PIN.');
  await guest.getByRole('button', { name: 'Send report' }).click();
  await expect(guest.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  const context = await anotherBrowser();
  const administration = await context.newPage();
  await new Api(context.request).signIn(administrator);
  await open(administration, '/dashboard?tab=link-safety&view=reports');
  const row = administration.locator('main [data-row]').filter({ hasText: short });
  await expect(row).toContainText('Phishing: 1');
  await expect(row).toContainText('It asks for a PIN.');
  await row.getByRole('button', { name: `Quarantine ${short}` }).click();
  const dialog = administration.getByRole('dialog');
  await expect(dialog.getByLabel('Addresses to block')).toBeVisible();
  await expect(dialog.getByText('Their paths, any parameters')).toBeVisible();
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await expect(administration.getByText(`${short} is quarantined`)).toBeVisible();
  const status = async () => (await request.get(link.short_url, { maxRedirects: 0 })).status();
  await expect.poll(status).toBe(403);
  // Another query leads to the same page.
  await expect(api.createLink({ url: `${link.original_url}?again=1` })).rejects.toThrow();
});

test('a report outlives a reload and a failure, each for the link that it is about, until it is sent', async ({
  page,
  api,
  watch,
}) => {
  watch.expect(/status of 503/);
  await api.register();
  const link = await api.createLink({ url: `https://begun-${Date.now()}.example/login` });
  const short = link.short_url.replace(/^https?:\/\//, '');
  const typed = {
    'Short link': short,
    'What is wrong with it': 'malware',
    'What did you see? (optional)': 'It wants to install something.',
    'Your email (optional)': 'guest@example.com',
  };
  const address = `/report?link=${encodeURIComponent('go.example/given')}`;
  const expectTyped = async (): Promise<void> => {
    for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  };
  await open(page, address);
  for (const [label, value] of Object.entries(typed)) {
    const field = page.getByLabel(label);
    if (label === 'What is wrong with it') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.reload();
  await expectTyped();
  expect(await page.locator('[class*="ant-"]').count()).toBe(0);

  await open(page, '/report?link=go.example/other');
  await expect(page.getByLabel('Short link')).toHaveValue('go.example/other');
  await expect(page.getByLabel('What did you see? (optional)')).toHaveValue('');

  await open(page, address);
  await page.route('**/api/reports', unavailable);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('alert')).toContainText('The report was not sent');
  await page.reload();
  await expectTyped();
  await page.unroute('**/api/reports');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Short link')).toHaveValue('go.example/given');
  await expect(page.getByLabel('Your email (optional)')).toHaveValue('');
});
