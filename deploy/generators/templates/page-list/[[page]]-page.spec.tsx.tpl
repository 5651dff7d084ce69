import { beforeAll, expect, it } from '@jest/globals';
import { renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';

const row = {
  id: '1',
  title: 'Summer sale',
  short_url: 'https://d.example/sale',
  original_url: 'https://example.com',
  created_at: '2026-01-02T03:04:05.000Z',
};
const answer = (rows: unknown[]) => ({
  body: { data: rows, pagination: { page: 1, limit: 10, total: rows.length, total_pages: 1 } },
});

beforeAll(() => startApp());

it('lists what there is, and asks for what the filter says', async () => {
  const requests = serveApi({ 'GET /api/links': answer([row]) });
  renderPage(<Tab tab="[[page]]" />, { path: '/dashboard?tab=[[page]]&status=active' });
  expect(await screen.findByText('Summer sale')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'sale{Enter}');
  await waitFor(() => {
    const { searchParams } = new URL(requests.at(-1)?.url ?? '');
    expect([searchParams.get('search'), searchParams.get('status')]).toEqual(['sale', 'active']);
  });
});

it('says that there is nothing', async () => {
  serveApi({ 'GET /api/links': answer([]) });
  renderPage(<Tab tab="[[page]]" />);
  expect((await screen.findAllByText('There is nothing here yet.')).length).toBeGreaterThan(0);
});
