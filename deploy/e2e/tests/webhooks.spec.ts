import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { administrator } from '../support/api.ts';
import { mode } from '../support/mode.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

// From within a container this machine cannot be reached by the name that the tests have for it.
test.skip(mode === 'containers', 'the receiver is on this machine');

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

// Both make links of one account, and each hears of all of them.
test.describe.configure({ mode: 'serial' });

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer's receiver, which answers with `status`. */
class Receiver {
  status = 204;
  readonly received: Received[] = [];
  private readonly server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      this.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(this.status).end(this.status === 204 ? undefined : 'out of order');
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const signatureOf = ({ headers, body }: Received, secret: string): string => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};
const row = (page: Page, text: string | RegExp): Locator => page.locator('main [data-row]').filter({ hasText: text });

test('a webhook is made, hears of a link, is seen in its log, sent again, tested and deleted', async ({
  page,
  api,
}) => {
  const receiver = new Receiver();
  try {
    const url = await receiver.listen();
    const name = `Hook ${process.pid}-${Date.now().toString(36)}`;
    await api.signIn(administrator);
    await open(page, '/dashboard?tab=webhooks');
    await page.locator('main [data-main-action] button').click();
    const form = page.getByRole('dialog', { name: 'Create webhook' });
    await form.getByLabel('Address of your receiver').fill(url);
    await form.getByLabel('Description').fill(name);
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await form.locator('code').innerText();
    expect(secret).toMatch(/^whsec_/);
    await form.getByRole('button', { name: 'I have kept it' }).click();
    await expect(form).toBeHidden();
    expect(await page.content()).not.toContain(secret);

    receiver.status = 500;
    const link = await api.createLink({ url: 'https://example.com/told', title: 'Told' });
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBeGreaterThan(0);
    const [first] = receiver.received as [Received];
    expect(first.headers['webhook-signature']).toBe(signatureOf(first, secret));
    expect(JSON.parse(first.body)).toMatchObject({ type: 'link.created', data: { id: link.id, title: 'Told' } });

    receiver.status = 204;
    await row(page, name)
      .getByRole('button', { name: /^Deliveries/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await row(page, 'Link created').getByRole('button', { name: /^Show/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await expect(drawer.getByText(/"title": "Told"/)).toBeVisible();
    const before = receiver.received.length;
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBeGreaterThan(before);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await page.keyboard.press('Escape');
    await expect(row(page, 'Link created').getByText('Received')).toBeVisible({ timeout: 15_000 });

    await page.getByRole('button', { name: 'Send test', exact: true }).click();
    await expect(page.getByText(/^Received in .* your server answered 204\.$/)).toBeVisible();
    receiver.status = 503;
    await page.getByRole('button', { name: 'Send test', exact: true }).click();
    await expect(page.getByText('Not received: answered with an error (503)')).toBeVisible();
    await api.ok('DELETE', `/api/links/${link.id}`);

    await page.getByRole('button', { name: 'All webhooks' }).click();
    await row(page, name)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete webhook' })
      .click();
    await expect(row(page, name)).toHaveCount(0);

    await open(page, `/dashboard?tab=logs&search=${encodeURIComponent(new URL(url).host)}`);
    for (const act of ['Webhook created', 'Webhook deleted'])
      await expect(row(page, act)).toContainText(administrator.email, { timeout: 15_000 });
  } finally {
    receiver.close();
  }
});

test('a webhook hears of clicks, of people unless bots are asked for, and that a limit is reached', async ({
  page,
  api,
}) => {
  const receiver = new Receiver();
  try {
    const url = await receiver.listen();
    const name = `Clicks ${process.pid}-${Date.now().toString(36)}`;
    await api.signIn(administrator);
    await open(page, '/dashboard?tab=webhooks');
    await page.locator('main [data-main-action] button').click();
    const form = page.getByRole('dialog', { name: 'Create webhook' });
    await form.getByLabel('Address of your receiver').fill(url);
    await form.getByLabel('Description').fill(name);
    for (const event of ['Link created', 'Link changed', 'Link deleted']) await form.getByLabel(event).uncheck();
    await form.getByLabel('Link clicked').check();
    await expect(form.getByLabel('Also tell clicks of bots')).not.toBeChecked();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByRole('button', { name: 'I have kept it' }).click();
    await expect(form).toBeHidden();

    const link = await api.createLink({ url: 'https://example.com/clicked', max_clicks: 2 });
    const person = { 'user-agent': CHROME, referer: 'https://news.example.org/story' };
    const visit = async (headers: Record<string, string>) =>
      (await fetch(link.short_url, { redirect: 'manual', headers })).status;
    expect(await visit({ 'user-agent': BOT })).toBe(302);
    expect(await visit(person)).toBe(302);
    expect(receiver.received.map(({ body }) => body).join()).not.toContain('link.limit_reached');
    expect(await visit(person)).toBe(302);
    expect(await visit(person)).toBe(410);
    const messages = () =>
      receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: { clicks?: object[] } });
    const clicks = () => messages().flatMap(({ data }) => data.clicks ?? []);
    await expect.poll(() => clicks().length, { timeout: 20_000 }).toBe(2);
    await expect
      .poll(() => messages().filter(({ type }) => type === 'link.limit_reached'), { timeout: 15_000 })
      .toEqual([
        expect.objectContaining({
          data: {
            limit: 'clicks',
            value: 2,
            link: { id: link.id, short_code: link.short_code, short_url: link.short_url },
          },
        }),
      ]);
    expect(clicks()[0]).toMatchObject({
      link_id: link.id,
      short_code: link.short_code,
      device: 'desktop',
      browser: 'chrome',
      referrer: 'news.example.org',
      kind: 'human',
    });
    // Nothing more of the visitor: no address, no user agent.
    expect(Object.keys(clicks()[0] ?? {}).sort()).toEqual(
      ['id', 'clicked_at', 'link_id', 'short_code', 'host', 'country', 'device', 'browser', 'referrer', 'kind'].sort(),
    );

    await row(page, name)
      .getByRole('button', { name: /^Deliveries/ })
      .click();
    await expect(row(page, 'Limit reached')).toHaveCount(1);
    await row(page, 'Link clicked').first().getByRole('button', { name: /^Show/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await expect(drawer.getByText(/"kind": "human"/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions for Send test' }).click();
    await page.getByRole('menuitem', { name: 'Send an example: Link clicked' }).click();
    await expect(page.getByText(/^Received in .* your server answered 204\.$/)).toBeVisible();
    expect(messages().at(-1)).toMatchObject({ type: 'link.clicked', test: true });

    await api.ok('DELETE', `/api/links/${link.id}`);
    await page.getByRole('button', { name: 'All webhooks' }).click();
    await row(page, name)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete webhook' })
      .click();
    await expect(row(page, name)).toHaveCount(0);
  } finally {
    receiver.close();
  }
});

test('whoever has no Premium plan is told what it gives', async ({ page, api }) => {
  await api.register();
  await open(page, '/dashboard?tab=webhooks');
  await expect(page.getByText('Webhooks are only available for Premium users.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create webhook' })).toHaveCount(0);
  const refused = await api.send('POST', '/api/webhooks', { url: 'https://example.com/', events: ['link.created'] });
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([
    403,
    'webhooks.premium_required',
  ]);
});

test('a long name and a long address of a webhook widen no page on a phone', async ({ page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await api.signIn(administrator);
  const name = `Shop ${'long'.repeat(18)}${Date.now().toString(36)}`;
  const { id } = await api.ok<{ id: string }>('POST', '/api/webhooks', {
    url: `https://hooks.example.com/${'long'.repeat(80)}`,
    description: name,
    events: ['link.deleted'],
  });
  for (const path of ['/dashboard?tab=webhooks', `/dashboard?tab=webhooks&webhook=${id}`]) {
    await open(page, path);
    await expect(page.getByText(name)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
  await api.ok('DELETE', `/api/webhooks/${id}`);
});
