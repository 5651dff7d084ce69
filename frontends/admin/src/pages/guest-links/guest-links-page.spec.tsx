import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ListedGuestLink } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';

const LIST = '/api/admin/guest-links';
const aLink = (n: number, over: Partial<ListedGuestLink> = {}): ListedGuestLink => ({
  id: `01a1f8b9-0000-7000-8000-${String(n).padStart(12, '0')}`,
  short_code: `code${n}`,
  short_url: `https://lnk.test/code${n}`,
  original_url: `https://example.com/page-${n}`,
  domain: { id: '01a1f8b9-0000-7000-8000-0000000000d1', domain_name: 'lnk.test' },
  is_active: true,
  is_quarantined: false,
  created_at: '2026-11-05T08:00:00.000Z',
  expires_at: null,
  clicks_count: n,
  ...over,
});
const answer = (data: ListedGuestLink[], more: { total?: number; total_is_least?: boolean; next?: string } = {}) => ({
  body: {
    data,
    pagination: {
      limit: 10,
      total: more.total ?? data.length,
      total_is_least: more.total_is_least ?? false,
      next_starting_after: more.next ?? null,
    },
  },
});

function show(routes: Routes = {}, path = ''): Request[] {
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    [`GET ${LIST}`]: answer([aLink(1), aLink(2)]),
    ...routes,
  });
  renderPage(
    <>
      <Tab tab="guest-links" />
      <Toaster />
    </>,
    { path: `/dashboard?tab=guest-links${path}` },
  );
  return requests;
}
const lists = (requests: Request[]): URLSearchParams[] =>
  requests.filter(({ url }) => new URL(url).pathname === LIST).map(({ url }) => new URL(url).searchParams);
const row = async (name: string): Promise<HTMLElement> =>
  (await screen.findByText(name)).closest('[data-row]') as HTMLElement;
const expired = async (body: object): Promise<Request[]> => {
  const requests = show({ [`POST ${LIST}/expired-deletion`]: { body } });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete expired links' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete expired links' }));
  return requests;
};

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

describe('the list', () => {
  it('says how many there are, and of each what the service tells', async () => {
    const ended = aLink(2, { expires_at: '2026-11-06T08:00:00.000Z', clicks_count: 1234 });
    const links = [aLink(1), ended, aLink(3, { is_quarantined: true })];
    show({ [`GET ${LIST}`]: answer(links, { total: 10_001, total_is_least: true }) });
    expect(await screen.findByText('There are at least 10,001 guest links.')).toBeTruthy();
    for (const text of ['lnk.test/code2', 'example.com/page-2', '1,234', 'Expired', '05/11/2026', '06/11/2026'])
      expect(within(await row('lnk.test/code2')).getByText(text)).toBeTruthy();
    expect(within(await row('lnk.test/code1')).getByText('Active')).toBeTruthy();
    expect(within(await row('lnk.test/code3')).getByText('In quarantine')).toBeTruthy();
  });

  it('asks for what the address says', async () => {
    const requests = show({}, '&search=shop&created=week&clicks=medium&expired=true&sort=oldest');
    expect(await screen.findByText('2 guest links match the search and filters.')).toBeTruthy();
    const { created_from, ...asked } = Object.fromEntries(lists(requests).at(-1) ?? []);
    expect(asked).toEqual({ limit: '10', sort: 'oldest', search: 'shop', clicks: 'medium', expired: 'true' });
    expect(Date.now() - Date.parse(created_from ?? '')).toBeLessThan(7 * 86_400_000 + 3_600_000);
  });

  it('says that clicks are unknown while the statistics cannot be asked', async () => {
    show({ [`GET ${LIST}`]: answer([aLink(1, { clicks_count: null })]) });
    expect(await screen.findByText(/Clicks are unknown right now/)).toBeTruthy();
    expect(within(await row('lnk.test/code1')).getByText('clicks are unknown right now')).toBeTruthy();
  });

  it('says why links cannot be filtered by clicks', async () => {
    show({ [`GET ${LIST}`]: problem(503, 'links.clicks_unavailable') }, '&clicks=high');
    expect(await screen.findByText('Cannot load the guest links')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('turns its pages, and back again', async () => {
    const pages: Record<string, ReturnType<typeof answer>> = {
      '': answer([aLink(1)], { next: 'second', total: 3 }),
      second: answer([aLink(2)], { next: 'third', total: 3 }),
      third: answer([aLink(3)], { total: 3 }),
    };
    show({
      [`GET ${LIST}`]: ({ url }) => pages[new URL(url).searchParams.get('starting_after') ?? ''] ?? answer([]),
    });
    await row('lnk.test/code1');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await row('lnk.test/code2');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await row('lnk.test/code3');
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await row('lnk.test/code2');
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await row('lnk.test/code1')).toBeTruthy();
  });

  it('goes back where the last link of the last page is gone', async () => {
    show(
      {
        [`GET ${LIST}`]: ({ url }) => (url.includes('starting_after') ? answer([]) : answer([aLink(1)])),
      },
      '&cursor=gone',
    );
    expect(await row('lnk.test/code1')).toBeTruthy();
  });

  it('looks on by itself where nothing was found yet, and then asks', async () => {
    const requests = show({ [`GET ${LIST}`]: answer([], { next: 'further', total_is_least: true }) }, '&search=shop');
    expect(await screen.findByText('None found so far')).toBeTruthy();
    expect(lists(requests)).toHaveLength(6);
    await userEvent.click(screen.getByRole('button', { name: 'Look through more' }));
    await waitFor(() => expect(lists(requests).at(6)?.get('starting_after')).toBe('further'));
  });

  it('says in the end that nothing was found, and does not lead back to where it began', async () => {
    const requests = show(
      {
        [`GET ${LIST}`]: ({ url }) => {
          const looked = Number(new URL(url).searchParams.get('starting_after') ?? 0);
          return looked < 8 ? answer([], { next: String(looked + 1), total_is_least: true }) : answer([]);
        },
      },
      '&search=shop',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Look through more' }));
    expect(await screen.findByText('No guest links found')).toBeTruthy();
    expect(lists(requests).at(-1)?.get('starting_after')).toBe('8');
    await expect(screen.findByText('None found so far', {}, { timeout: 500 })).rejects.toThrow();
  });

  it('goes back where the last link of the last page of a search is deleted', async () => {
    const link = aLink(2);
    let isGone = false;
    show(
      {
        [`GET ${LIST}`]: ({ url }) => {
          if (!url.includes('starting_after')) return answer([aLink(1)], { next: 'second' });
          return answer(isGone ? [] : [link]);
        },
        [`DELETE ${LIST}/${link.id}`]: () => {
          isGone = true;
          return { status: 204 };
        },
      },
      '&search=code',
    );
    await row('lnk.test/code1');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(within(await row('lnk.test/code2')).getByRole('button', { name: /^Delete/ }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete link' }));
    expect(await row('lnk.test/code1')).toBeTruthy();
  });

  it('says that there are none, and how to see all where some are left out', async () => {
    const requests = show({ [`GET ${LIST}`]: answer([]) }, '&clicks=high');
    expect(await screen.findByText('No guest links found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(await screen.findByText('No guest links')).toBeTruthy();
    expect(lists(requests).at(-1)?.get('clicks')).toBeNull();
  });

  it('tells a refusal from a failure', async () => {
    show({ [`GET ${LIST}`]: problem(403, 'auth.forbidden') });
    expect(await screen.findByText('You have no permission to manage guest links')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('deleting', () => {
  it('asks first, naming the link, and asks for the list anew', async () => {
    const link = aLink(1);
    let isGone = false;
    const requests = show({
      [`GET ${LIST}`]: () => answer(isGone ? [] : [link]),
      [`DELETE ${LIST}/${link.id}`]: () => {
        isGone = true;
        return { status: 204 };
      },
    });
    const button = within(await row('lnk.test/code1')).getByRole('button', { name: 'Delete lnk.test/code1' });
    await userEvent.click(button);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Delete lnk.test/code1?')).toBeTruthy();
    expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete link' }));
    expect(await screen.findByText('lnk.test/code1 is deleted')).toBeTruthy();
    expect(await screen.findByText('No guest links')).toBeTruthy();
  });

  it('says why a link could not be deleted', async () => {
    const link = aLink(1);
    show({ [`DELETE ${LIST}/${link.id}`]: problem(503, 'service.unavailable') });
    await userEvent.click(within(await row('lnk.test/code1')).getByRole('button', { name: /^Delete/ }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete link' }));
    expect(await screen.findByText('The link could not be deleted')).toBeTruthy();
  });

  it.each([
    ['Deleted 1,200 expired links', { deleted: 1200, is_done: true }],
    ['Deleted 1 expired link', { deleted: 1, is_done: true }],
    ['There are no expired links', { deleted: 0, is_done: true }],
    ['Deleted 900 expired links so far; the rest follow by themselves', { deleted: 900, is_done: false }],
  ])('of all expired ones says: %s', async (text, body) => {
    const requests = await expired(body);
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(lists(requests).length).toBeGreaterThan(1));
  });
});
