import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { showLanguage } from '@linkway/kit/i18n';
import { startApp } from '@linkway/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { settings, template, unheardOf } from './fixtures';
import { button, field, PATH, press, retype, show, TEXT } from './show-page';

const EDITOR = '&section=templates&mail=reset_password&language=en';

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

it('goes to the mail that is opened, and back to where it was opened', async () => {
  show({}, '&section=templates');
  await press('Edit Set a new password');
  await field('Subject');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set a new password' }));
  await press('All emails');
  expect(document.activeElement).toBe(await button('Edit Set a new password'));
});

it('stays at the language that is chosen', async () => {
  show({}, EDITOR);
  expect((await field('Subject')).value).toBe('Set a new password');
  await userEvent.click(screen.getByRole('radio', { name: 'Tiếng Việt' }));
  await waitFor(async () => expect((await field('Subject')).value).toBe('Đặt mật khẩu mới'));
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Tiếng Việt' }));
});

it('goes to the first field once what is typed is given up, or the original is back', async () => {
  const edited = {
    ...template,
    en: { ...template.en, subject: 'Ours', edited: true, updated_at: settings.updated_at },
  };
  show(
    {
      [`GET ${PATH}/templates`]: { body: { data: [edited, unheardOf] } },
      [`DELETE ${TEXT}`]: { body: template },
    },
    EDITOR,
  );
  await retype('Plain text', 'Typed');
  await press('Discard changes');
  expect(document.activeElement).toBe(await field('Subject'));
  await press('Back to the original');
  const question = await screen.findByRole('dialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Back to the original' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(document.activeElement).toBe(await field('Subject')));
});

it('stays in the language that a mail was opened in when the page takes another', async () => {
  show({}, '&section=templates');
  await press('Edit Set a new password');
  await retype('Subject', 'Typed');
  await act(() => showLanguage('vi'));
  expect((await field('Tiêu đề')).value).toBe('Typed');
  await act(() => showLanguage('en'));
});
