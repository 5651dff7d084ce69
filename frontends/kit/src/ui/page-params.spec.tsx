import { beforeAll, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { startApp } from '../../testing';
import { usePageParams } from '.';
import { useTableQuery } from './table';

beforeAll(() => startApp());

function Address() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output>{`${search}${hash}`}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  );
}
const show = (page: React.ReactNode, at: string) =>
  render(
    <MemoryRouter initialEntries={['/dashboard?tab=before', `/dashboard${at}`]}>
      {page}
      <Address />
    </MemoryRouter>,
  );
const address = () => screen.getByRole('status').textContent;

function Plain() {
  usePageParams();
  return null;
}
const asked = {
  sorts: ['newest', 'oldest'],
  filters: { status: ['all', 'paused'] },
  times: ['from'],
  texts: { tags: (text: string) => text.replaceAll(' ', '') },
  lastPage: 9,
} as const;
function List() {
  const [, change] = useTableQuery(asked);
  return (
    <>
      <button type="button" onClick={() => change({ page: 2 }, { replace: true })}>
        The last is 2
      </button>
      <button type="button" onClick={() => change({ page: 3 })}>
        To 3
      </button>
    </>
  );
}

it.each([
  ['?tab=create&foo=bar&range=never', '?tab=create'],
  ['?foo=bar', ''],
  ['', ''],
  // Others read these.
  ['?plan=premium&price=900&domain=1', '?plan=premium&price=900&domain=1'],
  ['?utm_source=mail&tab=create&invite=a&x=1#more', '?utm_source=mail&invite=a&tab=create#more'],
])('a page without parameters makes %j %j', async (given, right) => {
  show(<Plain />, given);
  await waitFor(() => expect(address()).toBe(right));
});

it.each([
  ['?tab=my-links&search=a&page=2', '?tab=my-links&search=a&page=2'],
  ['?tab=my-links&page=zz&sort=up&status=none&cursor=abc', '?tab=my-links'],
  ['?tab=my-links&page=1&sort=newest&status=all&search=', '?tab=my-links'],
  ['?tab=my-links&page=99&status=paused', '?tab=my-links&page=9&status=paused'],
  ['?tab=my-links&from=2026-11-05T08:00:00Z', '?tab=my-links&from=2026-11-05T08%3A00%3A00.000Z'],
  ['?tab=my-links&from=some+day&status=paused', '?tab=my-links&status=paused'],
  ['?tab=my-links&tags=a,+b', '?tab=my-links&tags=a%2Cb'],
  ['?tab=my-links&tags=+', '?tab=my-links'],
  [`?tab=my-links&search=${'x'.repeat(1_001)}`, '?tab=my-links'],
])('a list makes an address say what it shows (%#)', async (given, right) => {
  show(<List />, given);
  await waitFor(() => expect(address()).toBe(right));
});

it('leads back past what was put right, and past a page that nobody asked for', async () => {
  show(<List />, '?tab=my-links&page=8&foo=bar');
  await waitFor(() => expect(address()).toBe('?tab=my-links&page=8'));
  const press = (name: string) => userEvent.click(screen.getByText(name));
  await press('The last is 2');
  expect(address()).toBe('?tab=my-links&page=2');
  await press('To 3');
  await press('Back');
  expect(address()).toBe('?tab=my-links&page=2');
  await press('Back');
  expect(address()).toBe('?tab=before');
});
