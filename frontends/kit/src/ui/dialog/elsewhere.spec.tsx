import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { problem, renderPage, serveApi, startApp } from '../../../testing';
import { api } from '../../api/client';
import { loadSession } from '../../session';
import { Drawer } from './drawer';
import { Modal } from './modal';

const me = { body: { id: '1', email: 'ann@example.com' } };

beforeAll(() => startApp());
beforeEach(async () => {
  document.cookie = 'linkway_signed_in=1; Path=/';
  serveApi({ 'GET /api/me': me });
  await act(loadSession);
});

it.each([
  [
    'drawer',
    <Drawer key="drawer" open onClose={() => {}}>
      What is typed
    </Drawer>,
  ],
  [
    'dialog',
    <Modal key="dialog" open onCancel={() => {}}>
      What is typed
    </Modal>,
  ],
])('a %s says itself whose session it is no more, and nothing while all is well', async (_name, over) => {
  renderPage(over);
  const typed = await screen.findByText('What is typed');
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
  serveApi({ 'GET /api/links': problem(409, 'session.other_account') });
  await act(async () => void (await api.GET('/api/links', {}).catch(() => undefined)));
  const notice = await screen.findByRole('alert', { hidden: true });
  expect(notice.textContent).toMatch(/^Another account is signed in now.*ann@example\.com/);
  expect(typed.closest('[class*="-body"]')?.contains(notice)).toBe(true);
  serveApi({ 'GET /api/me': me });
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await act(loadSession);
  await waitFor(() => expect(screen.queryByRole('alert', { hidden: true })).toBeNull());
});
