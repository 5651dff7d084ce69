import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Webhook, WebhookDelivery } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { setLanguage } from '@linkway/kit/i18n';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { me } from '../fixtures';

const webhook = (n: number, more: Partial<Webhook> = {}): Webhook => ({
  id: `01a1f8b9-0000-7000-8000-00000000000${n}`,
  url: `https://hooks.example.com/${n}`,
  description: `Hook ${n}`,
  events: ['link.created', 'link.deleted'],
  is_active: true,
  disabled_reason: null,
  failing_since: null,
  dropped_count: 0,
  former_secret_until: null,
  created_at: '2026-11-05T08:00:00.000Z',
  updated_at: '2026-11-05T08:00:00.000Z',
  ...more,
});
const delivery = (n: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: `01a1f8b9-0000-7000-8000-00000000010${n}`,
  message_id: `msg_${n}`,
  event: 'link.created',
  state: 'succeeded',
  attempts: 1,
  next_attempt_at: null,
  last_attempt_at: '2026-11-05T08:00:00.000Z',
  response_status: 200,
  response_ms: 42,
  error: null,
  created_at: '2026-11-05T08:00:00.000Z',
  ...more,
});
const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const premium = { ...me, subscription_type: 'premium' };

/** Keeps the webhooks as the API does. */
async function show(all: Webhook[], routes: Routes = {}, path = '/dashboard?tab=webhooks'): Promise<Request[]> {
  let kept = all;
  const requests = serveApi({
    'GET /api/me': { body: premium },
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/webhooks': () => ({ body: { data: kept, is_paused: false } }),
    'POST /api/webhooks': async (request) => {
      const made = webhook(9, (await request.json()) as Partial<Webhook>);
      kept = [made, ...kept];
      return { status: 201, body: { ...made, secret } };
    },
    ...Object.fromEntries(
      all.flatMap((one) => [
        [`GET /api/webhooks/${one.id}`, () => ({ body: one })],
        [
          `PATCH /api/webhooks/${one.id}`,
          async (request: Request) => {
            const change = (await request.json()) as Partial<Webhook>;
            kept = kept.map((each) => (each.id === one.id ? { ...each, ...change } : each));
            return { body: kept.find((each) => each.id === one.id) };
          },
        ],
        [
          `DELETE /api/webhooks/${one.id}`,
          () => {
            kept = kept.filter((each) => each.id !== one.id);
            return { status: 204 };
          },
        ],
      ]),
    ),
    ...routes,
  });
  await loadSession();
  renderPage(
    <>
      <Tab tab="webhooks" />
      <Toaster />
    </>,
    { path },
  );
  return requests;
}

const row = async (name: string): Promise<HTMLElement> =>
  (await screen.findByText(name)).closest<HTMLElement>('[data-row]') as HTMLElement;
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const press = async (name: string | RegExp, of?: HTMLElement) =>
  userEvent.click(await (of ? within(of) : screen).findByRole('button', { name }));
const sent = (requests: Request[], method: string): Promise<unknown[]> =>
  Promise.all(requests.filter((request) => request.method === method).map((request) => request.clone().json()));
const openForm = async (): Promise<HTMLElement> => {
  await userEvent.click((await screen.findAllByRole('button', { name: 'Create webhook' }))[0] as HTMLElement);
  return dialog('Create webhook');
};

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());
afterEach(() => act(() => setLanguage('en')));

describe('the list of webhooks', () => {
  it('says where each leads, how it stands and what it is told of', async () => {
    await show([
      webhook(1),
      webhook(2, { is_active: false, disabled_reason: 'gone' }),
      webhook(3, { failing_since: '2026-11-05T08:00:00.000Z', description: '' }),
    ]);
    const first = await row('Hook 1');
    expect(within(first).getByText('https://hooks.example.com/1')).toBeTruthy();
    expect(within(first).getByText('Link created, Link deleted')).toBeTruthy();
    const stateOf = (of: HTMLElement) => within(of).getByRole('switch').textContent;
    expect(stateOf(first)).toBe('On');
    expect(stateOf(await row('Hook 2'))).toBe('Off: the receiver is gone');
    expect(stateOf(await row('https://hooks.example.com/3'))).toMatch(/^On, not received since 05\/11\/2026/);
    expect(screen.getByText('3 webhooks of at most 10')).toBeTruthy();
    expect(await screen.findByText('Receive messages')).toBeTruthy();
  });

  it('makes one, and tells its secret once', async () => {
    const requests = await show([]);
    expect(await screen.findByText('No webhooks yet')).toBeTruthy();
    const form = await openForm();
    await press(/^Create webhook/, form);
    expect(await within(form).findByText('Please enter the address of your receiver')).toBeTruthy();
    await userEvent.type(within(form).getByLabelText('Address of your receiver'), 'https://hooks.example.com/9');
    await userEvent.click(within(form).getByLabelText('Link changed'));
    await press(/^Create webhook/, form);
    expect(await within(form).findByText(secret)).toBeTruthy();
    expect(await sent(requests, 'POST')).toEqual([
      {
        url: 'https://hooks.example.com/9',
        description: '',
        events: ['link.created', 'link.deleted', 'link.limit_reached'],
        bot_clicks: false,
      },
    ]);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByText('Back to the secret'));
    await press('I have kept it', form);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await row('https://hooks.example.com/9')).toBeTruthy();
    expect(document.body.textContent).not.toContain(secret);
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('hooks.example.com');
  });

  it('is one webhook however often the same is sent, until it is answered', async () => {
    let answer = problem(503, 'service.unavailable');
    const requests = await show([], { 'POST /api/webhooks': () => answer });
    const form = await openForm();
    const address = within(form).getByLabelText('Address of your receiver');
    await userEvent.type(address, 'https://hooks.example.com/9');
    const keysOf = () =>
      requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));
    for (const tries of [1, 2]) {
      await press(/^Create webhook/, form);
      await waitFor(() => expect(keysOf()).toHaveLength(tries));
      expect(await within(form).findByText('Error creating webhook')).toBeTruthy();
    }
    await userEvent.type(address, '/other');
    answer = problem(409, 'webhooks.limit_reached');
    await press(/^Create webhook/, form);
    expect(await within(form).findByText('Detail of webhooks.limit_reached')).toBeTruthy();
    const [first, again, other] = keysOf();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('asks about bots where clicks are told', async () => {
    const requests = await show([webhook(1)]);
    await press(/^Edit .*Hook 1/);
    const form = await dialog(/^Edit/);
    expect(within(form).queryByLabelText('Also tell clicks of bots')).toBeNull();
    await userEvent.click(within(form).getByLabelText('Link clicked'));
    await userEvent.click(await within(form).findByLabelText('Also tell clicks of bots'));
    await press('Save changes', form);
    expect(await screen.findByText(/is saved$/)).toBeTruthy();
    expect(await sent(requests, 'PATCH')).toEqual([
      expect.objectContaining({ events: ['link.created', 'link.deleted', 'link.clicked'], bot_clicks: true }),
    ]);
  });

  it('says at its field what the service refuses', async () => {
    await show([], {
      'POST /api/webhooks': () =>
        problem(400, 'webhooks.url_private', {
          errors: [{ field: 'url', code: 'webhooks.url_private', detail: 'Nothing is sent there' }],
        }),
    });
    const form = await openForm();
    await userEvent.type(within(form).getByLabelText('Address of your receiver'), 'https://10.0.0.1/');
    await press(/^Create webhook/, form);
    expect(await within(form).findByText('Nothing is sent there')).toBeTruthy();
  });

  it('edits one, switches it off with undo, and deletes it', async () => {
    const requests = await show([webhook(1)]);
    await press(/^Edit .*Hook 1/);
    const form = await dialog(/^Edit/);
    const description = within(form).getByLabelText<HTMLInputElement>('Description');
    await userEvent.clear(description);
    await userEvent.type(description, 'Shop');
    await press('Save changes', form);
    expect(await screen.findByText(/is saved$/)).toBeTruthy();
    await userEvent.click(within(await row('Shop')).getByRole('switch'));
    expect(await screen.findByText(/is off\. Nothing is sent to it\./)).toBeTruthy();
    await press('Undo');
    await waitFor(async () => expect(await sent(requests, 'PATCH')).toHaveLength(3));
    expect((await sent(requests, 'PATCH')).slice(1)).toEqual([{ is_active: false }, { is_active: true }]);
    await press(/^Delete .*Shop/);
    await press('Delete webhook', await dialog(/^Delete/));
    expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  });

  it('offers the plan to whoever does not have it, and says that all stays', async () => {
    await show([webhook(1)], { 'GET /api/me': { body: me } });
    expect(await screen.findByText(/only available for Premium users/)).toBeTruthy();
    expect(await screen.findByText(/Your webhooks and their settings stay/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create webhook' })).toBeNull();
  });

  it('says that they could not be loaded', async () => {
    await show([], { 'GET /api/webhooks': problem(503, 'service.unavailable') });
    expect(await screen.findByText('Error loading webhooks')).toBeTruthy();
  });
});

describe('one webhook', () => {
  const { id } = webhook(1);
  const at = `/dashboard?tab=webhooks&webhook=${id}`;
  const log = (data: WebhookDelivery[]): Routes => ({
    [`GET /api/webhooks/${id}/deliveries`]: () => ({ body: { data, next_starting_after: null } }),
  });
  const detail = (of: WebhookDelivery) => ({
    ...of,
    request: { url: 'https://hooks.example.com/1', headers: { 'webhook-id': of.message_id }, body: '{"type":"x"}' },
    response_excerpt: 'out of order',
  });

  it('shows its log and a delivery, which is sent once more', async () => {
    const failed = delivery(2, { state: 'failed', attempts: 9, response_status: 500, error: 'status' });
    const requests = await show(
      [webhook(1)],
      {
        ...log([delivery(1), failed, delivery(3, { state: 'failed', response_status: null, error: 'timed_out' })]),
        [`GET /api/webhooks/${id}/deliveries/${failed.id}`]: { body: detail(failed) },
        [`POST /api/webhooks/${id}/deliveries/${failed.id}/replay`]: { body: { ...failed, state: 'pending' } },
      },
      at,
    );
    expect(await screen.findByText('200 in 42 ms')).toBeTruthy();
    expect(screen.getByText('no answer within 15 seconds')).toBeTruthy();
    await userEvent.click((await screen.findAllByRole('button', { name: /^Show the delivery/ }))[1] as HTMLElement);
    const drawer = await dialog('Delivery');
    expect(await within(drawer).findByText('out of order')).toBeTruthy();
    expect(within(drawer).getByText(/webhook-id: msg_2/)).toBeTruthy();
    await press('Send again', drawer);
    expect(await screen.findByText(/^It is sent again/)).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('says what came of a test', async () => {
    let answer = detail(delivery(4, { event: 'webhook.test' }));
    const asked: string[] = [];
    const test = (request: Request) => {
      asked.push(new URL(request.url).search);
      return { body: answer };
    };
    await show([webhook(1)], { ...log([]), [`POST /api/webhooks/${id}/test`]: test }, at);
    expect(await screen.findByText('Nothing here yet')).toBeTruthy();
    await press('Send test');
    expect(await screen.findByText('Received in 42 ms: your server answered 200.')).toBeTruthy();
    answer = { ...answer, state: 'failed', response_status: null, error: 'connection_failed' };
    await press('Send test');
    expect(await screen.findByText('Not received: no connection')).toBeTruthy();
    await press('More actions for Send test');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Send an example: Limit reached' }));
    await waitFor(() => expect(asked).toEqual(['', '', '?event=link.limit_reached']));
  });

  it('is given a new secret, which is told once', async () => {
    await show(
      [webhook(1)],
      {
        ...log([]),
        [`POST /api/webhooks/${id}/secret`]: {
          body: { ...webhook(1), secret, former_secret_until: '2026-11-06T08:00:00.000Z' },
        },
      },
      at,
    );
    await press('New secret');
    const form = await dialog(/^Give/);
    await press('Make new secret', form);
    expect(await within(form).findByText(secret)).toBeTruthy();
    expect(within(form).getByText(/^Until 06\/11\/2026/)).toBeTruthy();
    await press('I have kept it', form);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body.textContent).not.toContain(secret);
  });

  it('that is gone says so, and leads back', async () => {
    await show([], { [`GET /api/webhooks/${id}`]: problem(404, 'webhooks.not_found') }, at);
    expect(await screen.findByText('There is no such webhook any more')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await press(/All webhooks/);
    expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  });
});
