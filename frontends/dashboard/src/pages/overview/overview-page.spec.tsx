import { beforeAll, expect, it } from '@jest/globals';
import { problem, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';

const overview = {
  total: 3,
  total_clicks: 12_345,
  total_links: null,
  links_this_month: 1,
  average_clicks_per_link: 3.1,
  top_links: [{ link_id: 'x', clicks: 3, unique: 2, short_code: 'abc', short_url: 'http://lnk.test/abc' }],
};

beforeAll(() => startApp());

it('shows the figures and the most clicked links', async () => {
  const requests = serveApi({ 'GET /api/analytics/overview': { body: overview } });
  renderPage(<Tab tab="overview" />);
  expect(await screen.findByText('12,345')).toBeTruthy();
  expect(screen.getByTitle('Not known right now').textContent).toBe('–');
  expect(screen.getByRole('link', { name: 'lnk.test/abc' }).getAttribute('href')).toBe('http://lnk.test/abc');
  expect(new URL(requests[0]?.url ?? '').searchParams.has('timezone')).toBe(true);
});

it('says what failed, with the code, and tries again', async () => {
  serveApi({ 'GET /api/analytics/overview': problem(500, 'service.internal') });
  renderPage(<Tab tab="overview" />);
  expect(await screen.findByText('Code service.internal · Trace id trace-1')).toBeTruthy();
  serveApi({ 'GET /api/analytics/overview': { body: overview } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('12,345')).toBeTruthy();
});
