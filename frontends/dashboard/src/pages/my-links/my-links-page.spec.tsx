import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Link } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { isolated } from '../../data/isolated';
import Tab from '../../tab';
import { aCampaign, aLink, namesOf, pageOf } from '../fixtures';

// Whether a pointer reaches a button is tried in Chromium; asking jsdom costs seconds on pages of this size.
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const always: Routes = {
  'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
  'GET /api/tags': {
    body: {
      data: [
        { tag: 'Summer', links_count: 12 },
        { tag: 'news', links_count: 3 },
      ],
      has_more: false,
    },
  },
};

function show(routes: Routes, path = '/dashboard?tab=my-links'): Request[] {
  const requests = serveApi({ ...always, ...routes });
  renderPage(
    <>
      <Tab tab="my-links" />
      <Toaster />
    </>,
    { path },
  );
  return requests;
}

/** The API with these links: changes and deletions are kept. */
function serveLinks(...links: Link[]): Routes {
  const [first] = links;
  let kept = links;
  return {
    'GET /api/links': () => ({ body: pageOf(kept) }),
    [`PUT /api/links/${first?.id}`]: async (request) => {
      const change = (await request.json()) as Partial<Link>;
      kept = kept.map((link) => (link.id === first?.id ? { ...link, ...change } : link));
      return { body: kept[0] };
    },
    [`DELETE /api/links/${first?.id}`]: () => {
      kept = kept.slice(1);
      return { status: 204 };
    },
  };
}

// By text and label: asking for roles goes through the whole page, which antd makes slow here.
const row = async (address: string): Promise<HTMLElement> => {
  const found = (await screen.findByText(address)).closest('tr');
  if (!found) throw new Error(`${address} is in no row`);
  return found;
};
const menu = async (address: string, item: string): Promise<void> => {
  await user.click(await screen.findByLabelText(`More actions for ${address}`));
  await user.click(await screen.findByText(item));
};
/** Of the list, without those for the tags that it can be filtered by. */
const lists = (requests: Request[]): URLSearchParams[] =>
  requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname === '/api/links')
    .map(({ searchParams }) => searchParams);
const sent = (requests: Request[], method: string) => requests.filter((request) => request.method === method);

beforeAll(() => startApp());
// What was typed in one test is no draft of the next.
beforeEach(() => sessionStorage.clear());

describe('my links', () => {
  it('shows address, clicks, day and state of each', async () => {
    const ended = aLink(2, { expires_at: '2026-01-01T00:00:00.000Z', clicks_count: null, has_password: true });
    show({ 'GET /api/links': { body: pageOf([aLink(1, { title: 'مبيعات' }), ended]) } });
    const first = within(await row('lnk.test/code1'));
    expect(first.getByText('1,234')).toBeTruthy();
    expect(first.getByText('05/11/2026')).toBeTruthy();
    expect(first.getByText('Active')).toBeTruthy();
    // Its direction is its own.
    expect(first.getByText('مبيعات').localName).toBe('bdi');
    const second = within(await row('lnk.test/code2'));
    expect(second.getByText('Expired')).toBeTruthy();
    expect(second.getByText('Not available yet')).toBeTruthy();
    expect(second.getByRole('img', { name: 'Asks for a password' })).toBeTruthy();
  });

  it.each([
    ['Active', { clicks_used: 4 }],
    ['Limit reached', { clicks_used: 5 }],
    ['Limit reached', { clicks_used: 7 }],
    ['Active', { clicks_used: null }],
    ['Active', {}],
    ['Active', { clicks_used: 7, max_clicks: null }],
    ['Paused', { clicks_used: 7, is_active: false }],
  ])('calls a link with a limit of 5 and 1,234 clicks %s where its use is %j', async (state, more) => {
    show({ 'GET /api/links': { body: pageOf([aLink(1, { max_clicks: 5, ...more })]) } });
    expect(within(await row('lnk.test/code1')).getByText(state)).toBeTruthy();
  });

  it('reads what to show from the address', async () => {
    const requests = show(
      { 'GET /api/links': { body: pageOf([aLink(1)], 31) } },
      '/dashboard?tab=my-links&page=2&search=shoes&status=paused&sort=oldest',
    );
    await row('lnk.test/code1');
    expect(Object.fromEntries(lists(requests)[0] ?? [])).toEqual({
      page: '2',
      limit: '10',
      search: 'shoes',
      status: 'paused',
      sort: 'oldest',
    });
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('shoes');
  });

  it('shows the tags of a link, the first of many, and tells of all', async () => {
    const tags = ['Summer', 'news', 'عاجل', 'four', 'five'];
    show({ 'GET /api/links': { body: pageOf([aLink(1, { tags }), aLink(2)]) } });
    const first = within(await row('lnk.test/code1'));
    expect(first.getByText('عاجل').localName).toBe('bdi');
    expect(first.queryByText('four')).toBeNull();
    expect(first.getByText('+2')).toBeTruthy();
    expect(first.getByLabelText('Tags: Summer, news, عاجل, four, five')).toBeTruthy();
    expect(within(await row('lnk.test/code2')).queryByLabelText(/Tags/)).toBeNull();
  });

  it('asks for links with all of some tags, made between two days, and leads back from where there is none', async () => {
    const requests = show(
      { 'GET /api/links': ({ url }) => ({ body: pageOf(new URL(url).searchParams.has('tags') ? [] : [aLink(1)]) }) },
      '/dashboard?tab=my-links&tags=summer,NEWS&created=custom&from=2026-11-01&to=2026-11-05',
    );
    expect(await screen.findByText('No link matches')).toBeTruthy();
    expect(Object.fromEntries(lists(requests)[0] ?? [])).toEqual({
      page: '1',
      limit: '10',
      sort: 'newest',
      tags: 'summer,NEWS',
      created_from: new Date(2026, 10, 1).toISOString(),
      created_to: new Date(2026, 10, 6).toISOString(),
    });
    expect((await screen.findByLabelText<HTMLInputElement>('To')).value).toBe('05/11/2026');
    await user.click(screen.getByRole('button', { name: 'Show all links' }));
    await row('lnk.test/code1');
    expect([...(lists(requests).at(-1)?.keys() ?? [])].sort()).toEqual(['limit', 'page', 'sort']);
    expect(screen.queryByLabelText('To')).toBeNull();
  });

  it('offers the tags of the workspace with their links', async () => {
    const requests = show({ 'GET /api/links': { body: pageOf([aLink(1)]) } });
    await row('lnk.test/code1');
    const box = await screen.findByLabelText('Filter by tags');
    await user.click(box);
    await screen.findByText('12');
    await user.type(box, 'SUM');
    await user.click(await screen.findByText('12'));
    await waitFor(() => expect(lists(requests).at(-1)?.get('tags')).toBe('Summer'));
    // Nothing else can be looked for where all are offered.
    await user.type(box, 'nothing{Enter}');
    expect(await screen.findByText('No tag matches')).toBeTruthy();
    expect(lists(requests).at(-1)?.get('tags')).toBe('Summer');
  });

  it('changes the tags of a link, as the workspace spells them', async () => {
    const requests = show(serveLinks(aLink(1, { tags: ['news', 'old'] })));
    await user.click(await screen.findByLabelText('Edit lnk.test/code1'));
    const box = await screen.findByLabelText('Tags');
    await user.click(box);
    await screen.findAllByText('Summer');
    await user.keyboard('{Backspace}');
    await user.paste('summer,  Two   words,NEWS,');
    await screen.findAllByText('Two words');
    await user.click(screen.getByText('Save changes'));
    await waitFor(() => expect(sent(requests, 'PUT')).toHaveLength(1));
    expect(await sent(requests, 'PUT')[0]?.json()).toEqual({
      tags: ['news', 'Summer', 'Two words'],
      expected: { tags: ['news', 'old'] },
    });
  });

  it('says at the field that there are too many tags, and sends nothing', async () => {
    const requests = show(serveLinks(aLink(1)));
    await user.click(await screen.findByLabelText('Edit lnk.test/code1'));
    const box = await screen.findByLabelText('Tags');
    await user.click(box);
    await user.paste(Array.from({ length: 12 }, (_, n) => `tag ${n}`).join());
    expect(await screen.findByText('A link can have up to 10 tags')).toBeTruthy();
    await user.click(screen.getByText('Save changes'));
    expect(sent(requests, 'PUT')).toEqual([]);
  });

  it('puts what the API says of one tag at the field', async () => {
    const errors = [{ field: 'tags.0', code: 'links.tag_invalid', detail: 'No such tag' }];
    show({
      ...serveLinks(aLink(1)),
      [`PUT /api/links/${aLink(1).id}`]: problem(400, 'request.invalid', { errors }),
    });
    await user.click(await screen.findByLabelText('Edit lnk.test/code1'));
    await user.type(await screen.findByLabelText('Tags'), 'odd,');
    await user.click(screen.getByText('Save changes'));
    expect(await screen.findByText('No such tag')).toBeTruthy();
  });

  it.each([
    ['At least 10,001 links', 10_001, true],
    ['1,234,567 links', 1_234_567, false],
  ])('says "%s" and offers pages no further than they go', async (text, total, total_is_least) => {
    const page = pageOf([aLink(1)], total);
    const requests = show(
      { 'GET /api/links': { body: { ...page, pagination: { ...page.pagination, total_is_least } } } },
      '/dashboard?tab=my-links&page=4000',
    );
    expect(await screen.findByText(text)).toBeTruthy();
    expect(lists(requests)[0]?.get('page')).toBe('1000');
    expect(screen.getByTitle('1000').className).toContain('active');
    expect(screen.queryByTitle('1001')).toBeNull();
  });

  it('looks on where a search finds nothing among the links that it looked at', async () => {
    const next: Record<string, string | null> = { '': 'first', first: 'second', second: null };
    const requests = show(
      {
        'GET /api/links': ({ url }) => {
          const after = new URL(url).searchParams.get('starting_after') ?? '';
          const page = pageOf(after === 'second' ? [aLink(1)] : [], 0);
          const more = { total_is_least: true, next_starting_after: next[after] };
          return { body: { ...page, pagination: { ...page.pagination, ...more } } };
        },
      },
      '/dashboard?tab=my-links&search=q7',
    );
    await row('lnk.test/code1');
    expect(screen.getByText('At least 1 link')).toBeTruthy();
    expect(lists(requests).map((asked) => asked.get('starting_after'))).toEqual([null, 'first', 'second']);
  });

  it('offers no page behind the last one of a search that looked at some of the links alone', async () => {
    const requests = show(
      {
        'GET /api/links': ({ url }) => {
          const page = pageOf(new URL(url).searchParams.get('page') === '1' ? [aLink(1), aLink(2)] : [], 10_001);
          return {
            body: { ...page, pagination: { ...page.pagination, total_is_least: true, next_starting_after: 'on' } },
          };
        },
      },
      '/dashboard?tab=my-links&search=shoes&page=7',
    );
    await row('lnk.test/code1');
    expect(screen.getByText('At least 2 links')).toBeTruthy();
    expect(screen.queryByTitle('2')).toBeNull();
    expect(lists(requests).map((asked) => asked.get('page'))).toEqual(['7', '1']);
  });

  it('searches when typing pauses, and offers the way back', async () => {
    const requests = show({
      'GET /api/links': ({ url }) => ({
        body: pageOf(new URL(url).searchParams.has('search') ? [] : [aLink(1)]),
      }),
    });
    await row('lnk.test/code1');
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.keyboard('boots');
    expect(await screen.findByText('No link matches')).toBeTruthy();
    const searches = lists(requests)
      .map((asked) => asked.get('search'))
      .filter(Boolean);
    expect(searches).toEqual(['boots']);
    await user.click(screen.getByRole('button', { name: 'Show all links' }));
    await row('lnk.test/code1');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('says that a text is too long to search for, and cuts none', async () => {
    const requests = show({ 'GET /api/links': { body: pageOf([aLink(1)]) } });
    await row('lnk.test/code1');
    const box = screen.getByRole<HTMLInputElement>('searchbox');
    await user.click(box);
    await user.paste('x'.repeat(1001));
    expect(await screen.findByText('This text is too long.')).toBeTruthy();
    await user.clear(box);
    await user.paste('x'.repeat(1000));
    await waitFor(() => expect(lists(requests).at(-1)?.get('search')).toHaveLength(1000));
    expect(screen.queryByText('This text is too long.')).toBeNull();
    expect(lists(requests).some((asked) => asked.get('search')?.length === 1001)).toBe(false);
  });

  it('pauses at once and undoes it', async () => {
    const requests = show(serveLinks(aLink(1)));
    await menu('lnk.test/code1', 'Pause');
    expect(await screen.findByText('lnk.test/code1 is paused')).toBeTruthy();
    expect(within(await row('lnk.test/code1')).getByText('Paused')).toBeTruthy();
    await user.click(screen.getByText('Undo'));
    expect(await within(await row('lnk.test/code1')).findByText('Active')).toBeTruthy();
    await waitFor(() => expect(sent(requests, 'PUT')).toHaveLength(2));
    const bodies = await Promise.all(sent(requests, 'PUT').map((request) => request.json()));
    expect(bodies).toEqual([{ is_active: false }, { is_active: true }]);
  });

  it('sets a pause back that was refused, and says why', async () => {
    show({ ...serveLinks(aLink(1)), [`PUT /api/links/${aLink(1).id}`]: problem(503, 'service.unavailable') });
    await menu('lnk.test/code1', 'Pause');
    const text = 'lnk.test/code1 is not paused. Detail of service.unavailable';
    // For the moment at the foot of the window, and for as long as it is true at the link.
    expect(await screen.findAllByText(text)).toHaveLength(2);
    const link = within(await row('lnk.test/code1'));
    expect(link.getByText('Active')).toBeTruthy();
    expect(link.getByText(text)).toBeTruthy();
  });

  it('offers no undo of a pause once the link is deleted', async () => {
    show(serveLinks(aLink(1), aLink(2)));
    await menu('lnk.test/code1', 'Pause');
    expect(await screen.findByText('Undo')).toBeTruthy();
    await menu('lnk.test/code1', 'Delete');
    await user.click(await screen.findByText('Delete link'));
    expect(await screen.findByText('lnk.test/code1 is deleted')).toBeTruthy();
    expect(screen.queryByText('Undo')).toBeNull();
  });

  it('deletes after a question that names the link', async () => {
    const requests = show(serveLinks(aLink(1), aLink(2)));
    await menu('lnk.test/code1', 'Delete');
    expect(await screen.findByText('Delete lnk.test/code1?')).toBeTruthy();
    expect(sent(requests, 'DELETE')).toHaveLength(0);
    await user.click(screen.getByText('Delete link'));
    expect(await screen.findByText('lnk.test/code1 is deleted')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('lnk.test/code1')).toBeNull());
    await row('lnk.test/code2');
  });

  it('saves what was changed alone, and keeps the drawer open where that failed', async () => {
    const errors = [{ field: 'url', code: 'links.url_private', detail: 'On a private network' }];
    const requests = show({
      ...serveLinks(aLink(1, { has_password: true })),
      [`PUT /api/links/${aLink(1).id}`]: problem(400, 'request.invalid', { errors }),
    });
    await user.click(await screen.findByLabelText('Edit lnk.test/code1'));
    const url = await screen.findByLabelText<HTMLInputElement>('Destination URL');
    await user.clear(url);
    await user.type(url, 'http://10.0.0.1/');
    await user.click(screen.getByText('Remove password'));
    await user.click(screen.getByText('Save changes'));
    expect(await screen.findByText('On a private network')).toBeTruthy();
    expect(url.value).toBe('http://10.0.0.1/');
    expect(await sent(requests, 'PUT')[0]?.json()).toEqual({
      url: 'http://10.0.0.1/',
      password: null,
      expected: { url: aLink(1).original_url },
    });
  });

  it('saves a time limit that was typed and left, and none that is no time', async () => {
    const requests = show(serveLinks(aLink(1)));
    await user.click(await screen.findByLabelText('Edit lnk.test/code1'));
    const time = await screen.findByLabelText<HTMLInputElement>('Time limit');
    await user.click(time);
    await user.paste('soon');
    await user.click(screen.getByText('Save changes'));
    expect(await screen.findByText('Enter a date and time such as 31/12/2030 18:00')).toBeTruthy();
    expect([time.value, sent(requests, 'PUT')]).toEqual(['soon', []]);
    await user.clear(time);
    await user.click(time);
    await user.paste('2090-12-31 10:00');
    await user.click(screen.getByText('Save changes'));
    await waitFor(() => expect(sent(requests, 'PUT')).toHaveLength(1));
    expect(await sent(requests, 'PUT')[0]?.json()).toEqual({
      expires_at: new Date(2090, 11, 31, 10).toISOString(),
      expected: { expires_at: null },
    });
  });

  it('changes what it likes of a link that is over, whose time limit stays', async () => {
    const requests = show(serveLinks(aLink(1, { expires_at: '2020-01-01T00:00:00.000Z' })));
    await user.click(await screen.findByLabelText('Edit lnk.test/code1'));
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    await user.clear(title);
    await user.type(title, 'Of old');
    await user.click(screen.getByText('Save changes'));
    await waitFor(() => expect(sent(requests, 'PUT')).toHaveLength(1));
    expect(await sent(requests, 'PUT')[0]?.json()).toEqual({ title: 'Of old', expected: { title: aLink(1).title } });

    // Another one that is over is as wrong as ever.
    await user.click(await screen.findByLabelText('Edit lnk.test/code1'));
    const time = await screen.findByLabelText<HTMLInputElement>('Time limit');
    await user.clear(time);
    await user.click(time);
    await user.paste('2020-01-02 00:00');
    await user.click(screen.getByText('Save changes'));
    expect(await screen.findByText('Choose a time in the future')).toBeTruthy();
    expect(sent(requests, 'PUT')).toHaveLength(1);
  });

  it('leads to the first link where there is none', async () => {
    show({ 'GET /api/links': { body: pageOf([]) } });
    expect(await screen.findByText('No links yet')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /Create link/ })).toHaveLength(2);
  });

  it('says what failed and tries again', async () => {
    show({ 'GET /api/links': problem(500, 'service.internal') });
    expect(await screen.findByText('Your links could not be loaded')).toBeTruthy();
    serveApi({ 'GET /api/links': { body: pageOf([aLink(1)]) } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await row('lnk.test/code1');
  });
});

describe('campaigns of the list', () => {
  const spring = aCampaign(1, { name: 'Spring' });
  const routes: Routes = {
    'GET /api/campaign-names': (asked) =>
      namesOf(...(asked.url.includes('search=') ? [spring] : [spring, aCampaign(2)]))(asked),
  };

  it('are named at their links and lead to them, one that is gone to nothing', async () => {
    const gone = aCampaign(3).id;
    const links = [aLink(1, { campaign_id: spring.id }), aLink(2, { campaign_id: gone }), aLink(3)];
    const requests = show({ ...routes, 'GET /api/links': { body: pageOf(links) } });
    const named = await within(await row('lnk.test/code1')).findByRole('link', { name: 'Campaign: Spring' });
    expect(named.getAttribute('href')).toBe(`/dashboard?tab=campaigns&campaign=${spring.id}`);
    expect(within(named).getByText('Spring').localName).toBe('bdi');
    const second = within(await row('lnk.test/code2'));
    expect((await second.findByText('Deleted campaign')).closest('a')).toBeNull();
    expect(within(await row('lnk.test/code3')).queryByRole('link', { name: /Campaign/ })).toBeNull();
    // Together, and nothing of what their links did.
    expect(
      requests
        .filter(({ url }) => url.includes('/api/campaign'))
        .map(({ url }) => decodeURIComponent(url.replace(/.*api/, ''))),
    ).toEqual([`/campaign-names?ids=${spring.id},${gone}`]);
  });

  it('are a filter, which the address keeps', async () => {
    const requests = show(
      { ...routes, 'GET /api/links': { body: pageOf([aLink(1)]) } },
      `/dashboard?tab=my-links&campaign=${spring.id}`,
    );
    await row('lnk.test/code1');
    expect(lists(requests)[0]?.get('campaign_id')).toBe(spring.id);
    const filter = await screen.findByLabelText('Filter by campaign');
    await within(filter.closest('.ant-select') as HTMLElement).findByText(isolated('Spring'));
    await user.click(filter);
    await user.click(await screen.findByTitle(`${isolated('Campaign 2')} · Running`));
    await waitFor(() => expect(lists(requests).at(-1)?.get('campaign_id')).toBe(aCampaign(2).id));
  });

  it('are no filter where the address has no id', async () => {
    const requests = show(
      { 'GET /api/links': { body: pageOf([aLink(1)]) } },
      '/dashboard?tab=my-links&campaign=spring',
    );
    await row('lnk.test/code1');
    expect(lists(requests)[0]?.has('campaign_id')).toBe(false);
  });

  it('are changed where the link is', async () => {
    const requests = show({ ...routes, ...serveLinks(aLink(1, { campaign_id: aCampaign(2).id })) });
    await user.click(await screen.findByLabelText('Edit lnk.test/code1'));
    const field = await screen.findByLabelText('Campaign');
    await user.type(field, 'spr');
    await user.click(await screen.findByTitle(`${isolated('Spring')} · Running`));
    await user.click(screen.getByText('Save changes'));
    await waitFor(() => expect(sent(requests, 'PUT')).toHaveLength(1));
    expect(await sent(requests, 'PUT')[0]?.json()).toEqual({
      campaign_id: spring.id,
      expected: { campaign_id: aCampaign(2).id },
    });
  });
});

describe('what the list shows', () => {
  beforeEach(() => localStorage.clear());

  it('is chosen, and kept', async () => {
    const link = aLink(1, { expires_at: '2030-05-06T07:00:00.000Z', tags: ['Summer'] });
    show(serveLinks(link));
    await row('lnk.test/code1');
    expect(screen.getByLabelText('Tags: Summer')).toBeTruthy();
    expect(screen.queryByText('Expires', { selector: 'th *, th' })).toBeNull();
    const choice = await screen.findByLabelText('Columns of the list');
    await user.click(choice);
    for (const column of ['Expires', 'Tags']) {
      const option = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
        ({ title, textContent }) => (title || textContent) === column,
      );
      if (!option) throw new Error(`${column} cannot be chosen`);
      await user.click(option);
    }
    expect(screen.queryByLabelText('Tags: Summer')).toBeNull();
    expect(localStorage.getItem('my_links_columns')).toBe('state,campaign,clicks,created,expires');
  });

  it('is put in order by clicks, and tells of when they are', async () => {
    const requests = show({
      'GET /api/links': ({ url }) => {
        const page = pageOf([aLink(1)]);
        const isByClicks = new URL(url).searchParams.get('sort')?.endsWith('_clicks');
        const clicks_as_of = '2026-11-29T10:31:00.000Z';
        return { body: isByClicks ? { ...page, pagination: { ...page.pagination, clicks_as_of } } : page };
      },
    });
    await row('lnk.test/code1');
    expect(screen.queryByText(/Clicks as of/)).toBeNull();
    await user.click(screen.getByTitle(/Sort by clicks/i));
    expect(await screen.findByText(/Clicks as of/)).toBeTruthy();
    expect(requests.some(({ url }) => new URL(url).searchParams.get('sort') === 'most_clicks')).toBe(true);
  });
});
