import { beforeAll, describe, expect, it } from '@jest/globals';
import { setLanguage } from '@linkway/kit/i18n';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { aLink, statistics } from '../fixtures';

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
const overview = { 'GET /api/analytics/overview': { body: statistics } };

beforeAll(() => startApp());

describe('analytics', () => {
  it('draws clicks and visitors over time, zero as zero', async () => {
    show(overview);
    expect(await drawn('Clicks over time')).toEqual([
      { time: '2026-11-18T00:00:00.000Z', kind: 'Clicks', value: 0 },
      { time: '2026-11-18T00:00:00.000Z', kind: 'Unique visitors', value: 0 },
      { time: '2026-11-19T00:00:00.000Z', kind: 'Clicks', value: 9 },
      { time: '2026-11-19T00:00:00.000Z', kind: 'Unique visitors', value: 6 },
      { time: '2026-11-20T00:00:00.000Z', kind: 'Clicks', value: 3 },
      { time: '2026-11-20T00:00:00.000Z', kind: 'Unique visitors', value: 2 },
    ]);
    expect(screen.getByText('Busiest time').parentElement?.textContent).toContain('19/11/2026');
  });

  it('names what the API gives as codes, in the language of the page', async () => {
    show(overview);
    expect(await drawn('Places')).toEqual([
      { name: 'Vietnam', clicks: 7, unique: 5 },
      { name: 'Unknown', clicks: 5, unique: 3 },
    ]);
    await userEvent.click((await panel('Places')).getByText('Cities'));
    await waitFor(async () => expect(await drawn('Places')).toEqual([{ name: 'Hue, Vietnam', clicks: 7, unique: 5 }]));
    await userEvent.click((await panel('Technology')).getByText('Systems'));
    await waitFor(async () => expect(await drawn('Technology')).toEqual([{ name: 'macOS', clicks: 12, unique: 8 }]));
    expect(await drawn('Sources')).toEqual([{ name: 'Direct', clicks: 12, unique: 8 }]);
    expect((await panel('Visitors')).getByText('75%')).toBeTruthy();
    await act(() => setLanguage('vi'));
    await waitFor(async () => expect(await drawn('Công nghệ')).toMatchObject([{ name: 'macOS' }]));
    await userEvent.click((await panel('Địa điểm')).getByText('Quốc gia'));
    await waitFor(async () =>
      expect(await drawn('Địa điểm')).toMatchObject([{ name: 'Việt Nam' }, { name: 'Không rõ' }]),
    );
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
      expect(requests.some(({ url }) => !url.includes('kind=') && url.includes('/analytics'))).toBe(true),
    );
  });

  it('says what failed, and leads back to all links', async () => {
    const gone = problem(404, 'links.not_found');
    show({ ...overview, 'GET /api/links/gone/analytics': gone, 'GET /api/links/gone': gone }, '&link=gone');
    expect(await screen.findByText('Detail of links.not_found')).toBeTruthy();
    expect(await screen.findByText('This link does not exist')).toBeTruthy();
    expect(screen.queryByText('Updating…')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all links' }));
    expect(await drawn('Clicks over time')).toHaveLength(6);
  });
});
