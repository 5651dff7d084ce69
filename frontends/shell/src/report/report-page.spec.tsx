import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { namespaces } from '../locales';
import ReportPage from './report-page';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const [link, kind, details, email] = [
  'Short link',
  'What is wrong with it',
  'What did you see? (optional)',
  'Your email (optional)',
];
const values = () => [link, kind, details, email].map((label) => field(label).value);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send report' }));

function show(given: string, routes: Routes = {}) {
  serveApi({ 'GET /api/auth/csrf': { body: { csrf_token: 'token' } }, ...routes });
  return renderPage(<ReportPage />, { path: `/report?link=${given}` });
}

beforeAll(() => startApp(namespaces));
beforeEach(() => sessionStorage.clear());

it('keeps what is typed of the link that it is about, also when it was not sent, and drops it once it is', async () => {
  const first = show('go.example/a', { 'POST /api/reports': problem(503, 'service.unavailable') });
  await userEvent.type(field(link), 'bc');
  await userEvent.selectOptions(field(kind), 'spam');
  await userEvent.type(field(details), 'Much of it');
  await userEvent.type(field(email), 'ann@example.com');
  await send();
  await screen.findByText('The report was not sent');
  first.unmount();

  const other = show('go.example/other');
  expect(values()).toEqual(['go.example/other', '', '', '']);
  other.unmount();

  const again = show('go.example/a', { 'POST /api/reports': { status: 204 } });
  expect(values()).toEqual(['go.example/abc', 'spam', 'Much of it', 'ann@example.com']);
  await send();
  await screen.findByText('Thank you');
  again.unmount();

  show('go.example/a');
  expect(values()).toEqual(['go.example/a', '', '', '']);
});
