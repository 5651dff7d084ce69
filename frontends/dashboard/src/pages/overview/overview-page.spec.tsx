import { beforeAll, expect, it } from '@jest/globals';
import { onTabChange, type TabChange } from '@linkway/kit/router';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { me, statistics } from '../fixtures';

const top = (code: string, clicks: number, link: object) => ({
  link_id: code,
  clicks,
  unique: clicks,
  short_code: code,
  short_url: `http://lnk.test/${code}`,
  title: '',
  original_url: 'https://shop.example/spring',
  ...link,
});
const overview = {
  ...statistics,
  total_clicks: 12_345,
  total_links: 4,
  links_this_month: null,
  average_clicks_per_link: 3,
  top_links: [
    top('abc', 3, { title: 'Spring sale' }),
    top('def', 2, { original_url: 'https://xn--v-d-rma6749a.vn/a' }),
    top('y', 1, { short_code: null, short_url: null, title: null, original_url: null }),
  ],
};

function show(routes: Routes = {}): Request[] {
  const requests = serveApi({
    'GET /api/me': { body: me },
    'GET /api/analytics/overview': { body: overview },
    ...routes,
  });
  renderPage(<Tab tab="overview" />);
  return requests;
}
const figure = (label: string) => screen.getByText(label).parentElement?.querySelector('dd')?.textContent;

beforeAll(() => startApp());

it('shows the figures, what is missing as missing, the plan, and the most clicked links', async () => {
  const requests = show();
  expect(await screen.findByText('12,345')).toBeTruthy();
  expect(figure('Average clicks per link')).toBe('3.0');
  expect(figure('Links this month')).toBe('–Not available yet');
  expect(await screen.findByText('14 of 50 links used this month')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'lnk.test/abc' })).getAttribute('href')).toBe('http://lnk.test/abc');
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toMatch(/^Spring salelnk\.test\/abc/);
  expect(rows[2]).toMatch(/^ví-dụ\.vn\/alnk\.test\/def/);
  expect(rows[3]).toMatch(/^Deleted link/);
  const asked = requests.find(({ url }) => url.includes('overview'));
  expect(new URL(asked?.url ?? '').searchParams.has('timezone')).toBe(true);
});

it('does not take an unknown use of the month for none', async () => {
  show({ 'GET /api/me': { body: { ...me, monthly_links_used: null } } });
  expect(await screen.findByText('Free plan')).toBeTruthy();
  expect(screen.queryByText(/of 50 links used/)).toBeNull();
});

it('leads to the first link where there is none', async () => {
  show({ 'GET /api/analytics/overview': { body: { ...overview, total_links: 0, total_clicks: 0, top_links: [] } } });
  expect(await screen.findByText('Your first link starts here')).toBeTruthy();
  const opened: TabChange[] = [];
  const stop = onTabChange((change) => opened.push(change));
  for (const button of screen.getAllByRole('button', { name: /Create link/ })) await userEvent.click(button);
  stop();
  expect(opened.map(({ tab }) => tab)).toEqual(['create', 'create']);
});

it('tells of links at once, and of clicks that they are not known, while statistics do not answer', async () => {
  let answer: (value: { body: unknown }) => void = () => undefined;
  const answered = new Promise<{ body: unknown }>((resolve) => {
    answer = resolve;
  });
  show({ 'GET /api/analytics/overview': () => answered });
  await waitFor(() => expect(figure('Total links')).toBe('20'));
  expect(figure('Links this month')).toBe('14');
  expect(figure('Total clicks')).toBe('');
  expect(await screen.findByText('Click figures are not available yet')).toBeTruthy();
  expect(figure('Total clicks')).toBe('–Not available yet');
  expect(figure('Total links')).toBe('20');
  expect(screen.queryByText('The overview could not be loaded')).toBeNull();
  answer({ body: overview });
  expect(await screen.findByText('12,345')).toBeTruthy();
  expect(screen.queryByText('Click figures are not available yet')).toBeNull();
});

it('keeps what is known of links beside the error of the statistics, and leads to a first link without them', async () => {
  show({ 'GET /api/analytics/overview': problem(503, 'service.unavailable') });
  expect(await screen.findByText('The click figures could not be loaded')).toBeTruthy();
  expect(screen.getByText('Code service.unavailable · Trace id trace-1')).toBeTruthy();
  expect([figure('Total links'), figure('Average clicks per link')]).toEqual(['20', '–Not available yet']);
  cleanup();
  show({
    'GET /api/analytics/overview': problem(503, 'service.unavailable'),
    'GET /api/me': { body: { ...me, total_links: 0 } },
  });
  expect(await screen.findByText('Your first link starts here')).toBeTruthy();
});

it('is one error where nothing answers', async () => {
  show({
    'GET /api/analytics/overview': problem(500, 'service.internal'),
    'GET /api/me': problem(500, 'service.internal'),
  });
  expect(await screen.findByText('The overview could not be loaded')).toBeTruthy();
  expect(screen.queryByText('Total links')).toBeNull();
});

it('says what failed, with the code, and tries again', async () => {
  show({ 'GET /api/analytics/overview': problem(500, 'service.internal') });
  expect(await screen.findByText('Code service.internal · Trace id trace-1')).toBeTruthy();
  serveApi({ 'GET /api/analytics/overview': { body: overview } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('12,345')).toBeTruthy();
});
