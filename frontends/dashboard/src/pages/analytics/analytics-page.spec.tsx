import { beforeAll, describe, expect, it } from '@jest/globals';
import { setLanguage } from '@linkway/kit/i18n';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { aLink, me, statistics } from '../fixtures';

function show(routes: Routes, query = ''): Request[] {
  const requests = serveApi(routes);
  renderPage(<Tab tab="analytics" />, { path: `/dashboard?tab=analytics${query}` });
  return requests;
}
const panel = async (title: string) => within(await screen.findByRole('region', { name: title }));
/** The data that a panel's chart draws. */
const drawn = async (title: string): Promise<unknown> => {
  const figure = (await panel(title)).findByRole('figure', { hidden: true });
  return JSON.parse((await figure).textContent ?? '');
};
/** The names and numbers of a panel's bars. */
const bars = async (title: string): Promise<(string | null)[]> => {
  const figure = await (await panel(title)).findByRole('figure', { hidden: true });
  return [
    ...(figure.closest('section')?.querySelectorAll('figure ~ [aria-hidden], :has(> figure) ~ [aria-hidden]') ?? []),
  ].map((row) => row.textContent);
};
const overview = { 'GET /api/analytics/overview': { body: statistics } };

beforeAll(() => startApp());

describe('analytics', () => {
  it('draws clicks and visitors over time, zero as zero', async () => {
    show(overview);
    const unique = [0, 6, 2].map((y, x) => ({ x, y }));
    const clicks = [0, 9, 3].map((y, x) => ({ x, y }));
    // The main line is drawn last, on top of the other.
    expect(await drawn('Clicks over time')).toEqual([unique, clicks]);
    expect(screen.getByText('Busiest time').parentElement?.textContent).toBe('Busiest timeThu 19/119 clicks');
  });

  it('has no busiest time where nobody clicked', async () => {
    const none = statistics.series.map((point) => ({ ...point, clicks: 0, unique: 0 }));
    show({ 'GET /api/analytics/overview': { body: { ...statistics, total: 0, series: none } } });
    expect(await drawn('Clicks over time')).toHaveLength(2);
    expect(screen.getByText('Busiest time').parentElement?.textContent).toBe('Busiest time–');
  });

  it('tells the bucket that is not over from the others: dashed, in the legend, in the read-out and in the table', async () => {
    show({ 'GET /api/analytics/overview': { body: { ...statistics, open_since: '2026-11-20T00:00:00.000Z' } } });
    const parts = (await drawn('Clicks over time')) as { x: number }[][];
    expect(parts.map((part) => part.map(({ x }) => x))).toEqual([
      [0, 1],
      [1, 2],
      [0, 1],
      [1, 2],
    ]);
    const series = await panel('Clicks over time');
    expect(series.getByText('Not over yet')).toBeTruthy();
    const chart = series.getByRole('slider');
    act(() => chart.focus());
    await userEvent.keyboard('{End}');
    expect(chart.getAttribute('aria-valuetext')).toBe('20/11/2026 (so far): 3 clicks, unique: 2');
    await userEvent.click(series.getByTitle('Table'));
    expect(
      within(await series.findByRole('table'))
        .getAllByRole('row')
        .at(-1)?.textContent,
    ).toBe('20/11/2026 (so far)32');
  });

  it('says what will be here, and where to begin, to those who have no link', async () => {
    show({
      'GET /api/analytics/overview': { body: { ...statistics, total: 0 } },
      'GET /api/me': { body: { ...me, total_links: 0 } },
    });
    expect(await screen.findByText('See how your links do')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Create link/ })).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('names what the API gives as codes, in the language of the page', async () => {
    show(overview);
    expect(await bars('Places')).toEqual(['Vietnam7', 'Unknown5']);
    await userEvent.click((await panel('Places')).getByText('Cities'));
    await waitFor(async () => expect(await bars('Places')).toEqual(['Hue, Vietnam7']));
    await userEvent.click((await panel('Technology')).getByText('Systems'));
    await waitFor(async () => expect(await bars('Technology')).toEqual(['macOS12']));
    expect(await bars('Sources')).toEqual(['Direct12']);
    expect((await panel('Visitors')).getByText('75%')).toBeTruthy();
    await act(() => setLanguage('vi'));
    await waitFor(async () => expect(await bars('Công nghệ')).toEqual(['macOS12']));
    await userEvent.click((await panel('Địa điểm')).getByText('Quốc gia'));
    await waitFor(async () => expect(await bars('Địa điểm')).toEqual(['Việt Nam7', 'Không rõ5']));
    await act(() => setLanguage('en'));
  });

  it('gives the same numbers as a table and by the arrow keys', async () => {
    show(overview);
    const series = await panel('Clicks over time');
    const chart = await series.findByRole('slider');
    act(() => chart.focus());
    await userEvent.keyboard('{End}');
    expect(chart.getAttribute('aria-valuetext')).toBe('20/11/2026: 3 clicks, unique: 2');
    await userEvent.keyboard('{ArrowLeft}');
    expect(chart.getAttribute('aria-valuetext')).toBe('19/11/2026: 9 clicks, unique: 6');
    await userEvent.click(series.getByTitle('Table'));
    const rows = within(await series.findByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'TimeClicksUnique visitors',
      '18/11/202600',
      '19/11/202696',
      '20/11/202632',
    ]);
  });

  it('shows the link, the period and the kind of the address, in the time zone of the browser', async () => {
    const link = aLink(4);
    const requests = show(
      {
        [`GET /api/links/${link.id}/analytics`]: { body: statistics },
        [`GET /api/links/${link.id}`]: { body: link },
      },
      `&link=${link.id}&period=custom&from=2026-11-01&to=2026-11-10&kind=all`,
    );
    expect(await screen.findByRole('link', { name: 'lnk.test/code4' })).toBeTruthy();
    const asked = requests.find(({ url }) => url.includes('/analytics'));
    expect(Object.fromEntries(new URL(asked?.url ?? '').searchParams)).toEqual({
      from: '2026-11-01',
      to: '2026-11-11',
      kind: 'all',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(await screen.findByText('People and bots')).toBeTruthy();
    await userEvent.click(screen.getByText('Bots'));
    await waitFor(() => expect(requests.some(({ url }) => url.includes('kind=bot'))).toBe(true));
    expect(screen.queryByText('People and bots')).toBeNull();
    await userEvent.click(screen.getByText('People'));
    await waitFor(() =>
      expect(requests.some(({ url }) => url.includes('kind=human') && url.includes('/analytics'))).toBe(true),
    );
  });

  it('says what failed, and leads back to all links', async () => {
    const gone = problem(404, 'links.not_found');
    const id = '01a1f8b9-0000-7000-8000-000000000999';
    show({ ...overview, [`GET /api/links/${id}/analytics`]: gone, [`GET /api/links/${id}`]: gone }, `&link=${id}`);
    expect(await screen.findByText('Detail of links.not_found')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(await screen.findByText('This link does not exist')).toBeTruthy();
    expect(screen.queryByText('Updating…')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all links' }));
    expect(await drawn('Clicks over time')).toHaveLength(2);
  });
});
