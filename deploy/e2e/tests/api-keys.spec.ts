import type { BrowserContext, Locator, Page } from '@playwright/test';
import { Api, administrator } from '../support/api.ts';
import { Keys } from '../support/keyboard.ts';
import { open, phone } from '../support/pages.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

const tab = '/dashboard?tab=api';
/** Within which every node knows of a key that was switched. */
const soon = { timeout: 2_000 };

const row = (page: Page, name: string): Locator => page.locator('main [data-row]').filter({ hasText: name });
const createButton = (page: Page): Locator => page.locator('main [data-main-action] button');
/** Of the whole account: each test has keys of its own names. */
let names = 0;
const newName = (): string => `Key ${process.pid}-${Date.now().toString(36)}-${++names}`;

/** What a program is answered that has the key and nothing else. */
async function callWith(key: string, web: string, method = 'GET', path = '/api/links', body?: object) {
  const response = await fetch(web + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = (text === '' ? {} : JSON.parse(text)) as { code?: string; id?: string };
  return { status: response.status, headers: response.headers, ...answer };
}
const statusOf = async (key: string, web: string): Promise<number> => (await callWith(key, web)).status;

async function fillForm(page: Page, name: string): Promise<Locator> {
  await createButton(page).click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill(name);
  return form;
}
async function make(page: Page, name: string): Promise<string> {
  const form = await fillForm(page, name);
  await form.getByRole('button', { name: 'Create API key' }).click();
  const key = await form.locator('code').innerText();
  await form.getByRole('button', { name: 'I have kept it' }).click();
  await expect(form).toBeHidden();
  return key;
}
async function remove(page: Page, name: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete API key' })
    .click();
  await expect(row(page, name)).toHaveCount(0);
}

test('a key is made, used by a program, switched off and on, renamed and deleted', async ({ page, api, linkway }) => {
  await api.signIn(administrator);
  await open(page, tab);
  const name = newName();
  const key = await make(page, name);
  expect(key).toMatch(/^lw_live_\w{22,}$/);
  expect(await page.content()).not.toContain(key);
  const line = row(page, name);
  await expect(line.locator('code')).toHaveText(`lw_live_…${key.slice(-4)}`);
  await expect(line.getByText('Never')).toHaveCount(2);

  const answer = await callWith(key, linkway.web);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('ratelimit-policy')).toMatch(/q=1000;w=3600/);
  expect(answer.headers.get('ratelimit')).toMatch(/r=999\b/);
  const made = await callWith(key, linkway.web, 'POST', '/api/links', { url: 'https://example.com/by-a-program' });
  expect(made.status).toBe(201);
  expect((await callWith(key, linkway.web, 'DELETE', `/api/links/${made.id}`)).status).toBe(204);
  // Whoever has it cannot make more of them.
  expect((await callWith(key, linkway.web, 'GET', '/api/api-keys')).status).toBe(403);
  await expect(async () => {
    await page.reload();
    await expect(line).toBeVisible();
    await expect(line.getByText('Never')).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 90_000 });

  const toggle = line.getByRole('switch');
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect(page.getByText(/is off\. Requests with it are refused\.$/)).toBeVisible();
  await expect
    .poll(() => callWith(key, linkway.web), soon)
    .toMatchObject({ status: 401, code: 'auth.api_key_invalid' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toggle).toBeChecked();
  await expect.poll(() => statusOf(key, linkway.web), soon).toBe(200);

  await line.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit/ });
  await dialog.getByLabel('Name').fill(`${name} anew`);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(row(page, `${name} anew`)).toBeVisible();
  await remove(page, `${name} anew`);
  await expect.poll(() => statusOf(key, linkway.web), soon).toBe(401);
});

test('a key that reads changes nothing', async ({ page, api, linkway }) => {
  await api.signIn(administrator);
  await open(page, tab);
  const name = newName();
  await createButton(page).click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill(name);
  await form.getByText('Read only').click();
  await form.getByRole('button', { name: '30 days' }).click();
  await form.getByRole('button', { name: 'Create API key' }).click();
  const key = await form.locator('code').innerText();
  await form.getByRole('button', { name: 'I have kept it' }).click();
  await expect(row(page, name).getByText('Never')).toHaveCount(1);
  expect(await statusOf(key, linkway.web)).toBe(200);
  const refused = await callWith(key, linkway.web, 'POST', '/api/links', { url: 'https://example.com/' });
  expect([refused.status, refused.code]).toEqual([403, 'auth.forbidden']);
  await remove(page, name);
});

test('a key for one domain makes its links there, and knows of no others', async ({ page, api, linkway }) => {
  await api.signIn(administrator);
  const { data } = (await (await api.send('GET', '/api/domains')).json()) as {
    data: { id: string; domain_name: string; is_free: boolean }[];
  };
  const [main] = data.filter(({ is_free }) => is_free);
  const [id, host] = [main?.id ?? '', main?.domain_name ?? ''];
  await open(page, tab);
  const name = newName();
  const form = await fillForm(page, name);
  await form.getByRole('combobox', { name: 'Domains' }).click();
  await page.getByTitle(host, { exact: true }).click();
  await form.getByRole('button', { name: 'Create API key' }).click();
  const key = await form.locator('code').innerText();
  await form.getByRole('button', { name: 'I have kept it' }).click();
  await expect(row(page, name).getByText(host, { exact: true })).toBeVisible();

  const made = await callWith(key, linkway.web, 'POST', '/api/links', { url: 'https://example.com/', domain_id: id });
  expect(made.status).toBe(201);
  expect((await callWith(key, linkway.web, 'GET', `/api/links/${made.id}/analytics`)).status).toBe(200);
  const elsewhere = { url: 'https://example.com/', domain_id: crypto.randomUUID() };
  const refused = await callWith(key, linkway.web, 'POST', '/api/links', elsewhere);
  expect([refused.status, refused.code]).toEqual([403, 'auth.outside_key_scope']);
  for (const path of ['/api/analytics/overview', '/api/webhooks']) {
    const told = await callWith(key, linkway.web, 'GET', path);
    expect([path, told.status, told.code]).toEqual([path, 403, 'auth.outside_key_scope']);
  }
  expect((await callWith(key, linkway.web, 'DELETE', `/api/links/${made.id}`)).status).toBe(204);

  // Taken away again, which the next request knows of.
  await row(page, name).getByRole('button', { name: /^Edit/ }).click();
  const edit = page.getByRole('dialog', { name: /^Edit/ });
  await edit.getByRole('combobox', { name: 'Domains' }).press('Backspace');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(row(page, name).getByText('All domains')).toBeVisible();
  await expect
    .poll(async () => (await callWith(key, linkway.web, 'GET', '/api/analytics/overview')).status, soon)
    .toBe(200);
  await remove(page, name);
});

test('without the plan there is no key, neither by the page nor by the API', async ({ page, api, linkway }) => {
  await api.register();
  await open(page, tab);
  const message = 'API Keys are only available for Premium users. Please upgrade your plan.';
  await expect(page.getByRole('heading', { name: message })).toBeVisible();
  await expect(page.getByText(/ask the administrator of this installation/)).toBeVisible();
  await expect(createButton(page)).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
  const refused = await api.send('POST', '/api/api-keys', { key_name: 'Mine' });
  expect([refused.status(), await refused.json()]).toMatchObject([
    403,
    { code: 'api_keys.premium_required', detail: message },
  ]);
  expect((await callWith('lw_live_none', linkway.web)).code).toBe('auth.api_key_invalid');
});

test('wrong input says what to do, and what was typed outlives a reload', async ({ page, api, watch }) => {
  watch.expect(/status of 400/);
  await api.signIn(administrator);
  await open(page, tab);
  const form = await fillForm(page, '   ');
  const submit = form.getByRole('button', { name: 'Create API key' });
  await submit.click();
  await expect(form.getByText('Please enter a name for the key')).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('x'.repeat(101));
  await submit.click();
  await expect(form.locator('.ant-form-item-explain-error')).toBeVisible();
  const name = newName();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Expires').fill('01/01/2020 10:00');
  await form.getByLabel('Expires').press('Enter');
  await expect(form.getByText('Choose a time in the future')).toBeVisible();
  await page.reload();
  await createButton(page).click();
  await expect(form.getByText('Your unsaved changes are back.')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue(name);
  await form.getByRole('button', { name: '90 days' }).click();
  await submit.click();
  await expect(form.locator('code')).toBeVisible();
  // It is shown once: every way out asks.
  await page.goBack();
  const back = page.getByRole('button', { name: 'Back to the key' });
  await back.click();
  // While the question closes, Escape is its own.
  await expect(back).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close without it' }).click();
  await expect(form).toBeHidden();
  await remove(page, name);
});

test('a key is made, switched and deleted without a mouse', async ({ page, api }) => {
  await api.signIn(administrator);
  const keys = await Keys.of(page);
  await open(page, tab);
  await keys.toAndPress(createButton(page));
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await keys.at(form.getByLabel('Name'));
  const name = newName();
  await keys.type(name);
  await keys.press('Enter');
  await keys.reads(form.getByRole('heading', { name: 'Keep your new API key' }));
  await keys.toAndPress(form.getByRole('button', { name: 'I have kept it' }));
  await keys.at(createButton(page));
  const toggle = row(page, name).getByRole('switch');
  await keys.toAndPress(toggle);
  await expect(toggle).not.toBeChecked();
  await keys.toAndPress(row(page, name).getByRole('button', { name: /^Delete/ }));
  const question = page.getByRole('dialog', { name: /^Delete/ });
  await keys.at(question.getByRole('button', { name: 'Cancel' }));
  await keys.toAndPress(question.getByRole('button', { name: 'Delete API key' }));
  await expect(row(page, name)).toHaveCount(0);
});

test('on a phone and in Vietnamese it is the same', async ({ anotherBrowser, linkway }) => {
  const context: BrowserContext = await anotherBrowser(phone);
  await remember(context, 'language', 'vi');
  await new Api(context.request).signIn(administrator);
  const page = await context.newPage();
  await open(page, tab);
  const name = newName();
  await page.getByRole('main').getByRole('button', { name: 'Tạo API key' }).first().tap();
  const form = page.getByRole('dialog', { name: 'Tạo API key' });
  const submit = form.getByRole('button', { name: 'Tạo API key' });
  await submit.tap();
  await expect(form.getByText('Vui lòng nhập tên cho key')).toBeVisible();
  await form.getByRole('textbox', { name: 'Tên' }).fill(name);
  await submit.tap();
  const key = await form.locator('code').innerText();
  await form.getByRole('button', { name: 'Tôi đã lưu key' }).tap();
  expect(await statusOf(key, linkway.web)).toBe(200);
  await row(page, name).getByRole('switch').tap();
  await expect(page.getByText(/Mọi yêu cầu dùng key này bị từ chối\.$/)).toBeVisible();
  await expect.poll(() => statusOf(key, linkway.web), soon).toBe(401);
  await row(page, name).getByRole('button', { name: /^Xóa/ }).tap();
  await page.getByRole('dialog', { name: /^Xóa/ }).getByRole('button', { name: 'Xóa API key' }).tap();
  await expect(row(page, name)).toHaveCount(0);
});
