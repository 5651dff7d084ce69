import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.ts';

const tab = '/dashboard?tab=webhooks';
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const webhook = (number: number, more: object = {}) => ({
  id: `01a1f8b9-0000-7000-8000-00000000000${number}`,
  url: 'https://hooks.example.com/linkway',
  description: 'Web shop',
  events: ['link.created', 'link.updated', 'link.deleted', 'link.clicked', 'link.limit_reached'],
  is_active: true,
  disabled_reason: null,
  failing_since: null,
  dropped_count: 0,
  former_secret_until: null,
  created_at: daysAgo(40),
  updated_at: daysAgo(40),
  ...more,
});
/** As a list is after some time, which a new account has not had. */
const webhooks = [
  webhook(1),
  webhook(2, {
    url: 'https://warehouse.example.org/receivers/links/everything-that-happens?key=0123456789',
    description: '',
    failing_since: daysAgo(2),
  }),
  webhook(3, { description: 'Trial', is_active: false, disabled_reason: 'failing', events: ['link.created'] }),
  webhook(4, { description: 'First trial', is_active: false, disabled_reason: 'owner' }),
];
const delivery = (number: number, more: object = {}) => ({
  id: `01a1f8b9-0000-7000-8000-00000000010${number}`,
  message_id: `msg_01a1f8b9-0000-7000-8000-00000000010${number}`,
  event: 'link.created',
  state: 'succeeded',
  attempts: 1,
  next_attempt_at: null,
  last_attempt_at: daysAgo(1),
  response_status: 200,
  response_ms: 142,
  error: null,
  created_at: daysAgo(1),
  ...more,
});
const deliveries = [
  delivery(1, { event: 'webhook.test', response_status: 204 }),
  delivery(2, { state: 'failed', attempts: 9, response_status: 500, error: 'status', event: 'link.updated' }),
  delivery(3, { state: 'failed', attempts: 9, response_status: null, error: 'address_private', event: 'link.deleted' }),
  delivery(4),
  delivery(5, { event: 'link.clicked' }),
  delivery(6, { event: 'link.limit_reached' }),
];
const detail = {
  ...delivery(2, { state: 'failed', attempts: 9, response_status: 500, error: 'status', event: 'link.updated' }),
  request: {
    url: 'https://hooks.example.com/linkway',
    headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1', 'webhook-timestamp': '1795000000' },
    body: JSON.stringify({
      type: 'link.updated',
      timestamp: '2026-11-05T08:00:00.000Z',
      data: { title: 'Spring sale' },
    }),
  },
  response_excerpt: '<h1>Internal server error</h1>',
};

/** The tab as it is with these webhooks: they are there from its first question on. */
const withWebhooks = (data: readonly object[] = webhooks): Pick<Screen, 'path' | 'answers' | 'act'> => ({
  path: tab,
  answers: (page) =>
    page.route('**/api/webhooks', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { data, is_paused: false } })
        : route.fulfill({
            status: 201,
            json: { ...webhook(5), secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' },
          }),
    ),
  act: async (page) => {
    await expect(page.locator('main pre').first()).toBeVisible();
    if (data.length > 0) await expect(page.locator('main [data-row]')).toHaveCount(data.length);
  },
});
const openForm = async (page: Page): Promise<void> => {
  await page.locator('main [data-main-action] button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('input').first()).toBeVisible();
  // Clicks have a question of their own.
  await dialog.locator('[type=checkbox][value="link.clicked"]').check();
  await expect(dialog.locator('[type=checkbox]')).toHaveCount(6);
};
const toSecret = async (page: Page): Promise<void> => {
  await openForm(page);
  const dialog = page.getByRole('dialog');
  await dialog.locator('input').first().fill('https://hooks.example.com/linkway');
  await dialog.locator('[type=submit]').click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
};
const withDeliveries = (data: readonly object[] = deliveries): Pick<Screen, 'path' | 'answers' | 'act'> => ({
  path: `${tab}&webhook=${webhook(1).id}`,
  answers: async (page) => {
    const one = `**/api/webhooks/${webhook(1).id}`;
    await page.route(one, (route) => route.fulfill({ json: webhook(1) }));
    await page.route(`${one}/deliveries?*`, (route) => route.fulfill({ json: { data, next_starting_after: null } }));
    await page.route(`${one}/deliveries/*`, (route) => route.fulfill({ json: detail }));
    await page.route(`${one}/test`, (route) =>
      route.fulfill({ json: { ...detail, response_status: null, error: 'connection_failed' } }),
    );
  },
  act: async (page) => {
    await expect(page.locator('main h1')).toHaveText('Web shop');
    if (data.length > 0) await expect(page.locator('main [data-row]')).toHaveCount(data.length);
  },
});

export const webhookScreens: readonly Screen[] = [
  { name: 'webhooks-upsell', who: 'newcomer', path: tab },
  { name: 'webhooks-upsell-ended', who: 'newcomer', ...withWebhooks() },
  { name: 'webhooks-empty', who: 'admin', ...withWebhooks([]) },
  { name: 'webhooks', who: 'admin', ...withWebhooks() },
  { name: 'webhooks-failed', who: 'admin', path: tab, failing: '**/api/webhooks', printed: /status of 503/ },
  { name: 'webhooks-form', who: 'admin', ...withWebhooks(), act: openForm },
  { name: 'webhooks-secret', who: 'admin', ...withWebhooks(), act: toSecret },
  {
    name: 'webhooks-delete',
    who: 'admin',
    ...withWebhooks(),
    act: async (page) => {
      await page.locator('main [data-row]').first().getByRole('button').last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'webhooks-deliveries-empty', who: 'admin', ...withDeliveries([]) },
  {
    name: 'webhooks-deliveries',
    who: 'admin',
    ...withDeliveries(),
    act: async (page) => {
      await page.locator('main [data-main-action] button').nth(1).click();
      await expect(page.locator('main [role=status] p')).toBeVisible();
    },
  },
  {
    name: 'webhooks-delivery',
    who: 'admin',
    ...withDeliveries(),
    act: async (page) => {
      await page.locator('main [data-row]').first().getByRole('button').last().click();
      await expect(page.getByRole('dialog').locator('pre').last()).toBeVisible();
    },
  },
];
