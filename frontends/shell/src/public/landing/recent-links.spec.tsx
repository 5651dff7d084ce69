import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { renderPage, startApp } from '@linkway/kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { namespaces } from '../../locales';
import { guestLinks, keepGuestLink } from './guest-links';
import RecentLinks, { timeAgo } from './recent-links';

const link = (n: number) => ({
  id: `id-${n}`,
  short_url: `https://d.example/c${n}`,
  original_url: `https://example.com/${n}`,
  created_at: '2026-01-01T00:00:00Z',
});

beforeAll(() => startApp(namespaces));
beforeEach(() => localStorage.removeItem('guest_links'));

it('keeps the last twenty, newest first, each once', () => {
  for (let n = 1; n <= 22; n++) keepGuestLink(link(n));
  keepGuestLink(link(10));
  expect(guestLinks()).toHaveLength(20);
  expect(
    guestLinks()
      .slice(0, 3)
      .map(({ id }) => id),
  ).toEqual(['id-10', 'id-22', 'id-21']);
});

it('takes nothing for a link that is none', () => {
  localStorage.setItem('guest_links', JSON.stringify([link(1), { ...link(2), short_url: 'javascript:alert(1)' }, 3]));
  expect(guestLinks().map(({ id }) => id)).toEqual(['id-1']);
  localStorage.setItem('guest_links', '{');
  expect(guestLinks()).toEqual([]);
});

it('says how long ago it was in both languages', () => {
  const now = Date.parse('2026-01-01T02:30:00Z');
  expect(timeAgo('2026-01-01T00:00:00Z', 'en', now)).toBe('2 hours ago');
  expect(timeAgo('2026-01-01T00:00:00Z', 'vi', now)).toBe('2 giờ trước');
});

it('shows them with their code, and takes one off the list', async () => {
  keepGuestLink(link(1));
  keepGuestLink(link(2));
  renderPage(<RecentLinks />);
  const list = await screen.findByRole('region', { name: 'Your last links' });
  expect(within(list).getAllByRole('link')[0]?.textContent).toBe('d.example/c2');
  await userEvent.click(screen.getByRole('button', { name: 'QR and share: d.example/c2' }));
  expect(await screen.findByRole('img', { name: 'QR code of d.example/c2' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Take d.example/c2 off this list' }));
  expect(screen.queryByRole('link', { name: 'd.example/c2' })).toBeNull();
  expect(guestLinks().map(({ id }) => id)).toEqual(['id-1']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Take d.example/c1 off this list' }));
});
