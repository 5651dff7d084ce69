import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { problem, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';

const csrf = { 'GET /api/auth/csrf': { body: { csrf_token: 'a' } } };

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

it('sends what is typed, and is empty again', async () => {
  const requests = serveApi({ ...csrf, 'POST /api/links': { status: 201, body: { id: '1' } } });
  renderPage(<Tab tab="[[page]]" />);
  const url = await screen.findByLabelText<HTMLInputElement>('Destination');
  await userEvent.type(url, 'https://example.com/sale');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(url.value).toBe(''));
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({ url: 'https://example.com/sale' });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
});

it('keeps what is typed where it could not be saved', async () => {
  serveApi({ ...csrf, 'POST /api/links': problem(503, 'service.unavailable') });
  const { unmount } = renderPage(<Tab tab="[[page]]" />);
  await userEvent.type(await screen.findByLabelText('Destination'), 'https://example.com/sale');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This could not be saved')).toBeTruthy();
  unmount();
  renderPage(<Tab tab="[[page]]" />);
  expect((await screen.findByLabelText<HTMLInputElement>('Destination')).value).toBe('https://example.com/sale');
});
