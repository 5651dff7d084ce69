import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { me } from '../fixtures';

/** Keeps the picture as the API does. */
async function show(routes: Routes = {}, address: string | null = null): Promise<Request[]> {
  let avatar_url = address;
  const requests = serveApi({
    'GET /api/me': () => ({ body: { ...me, full_name: 'Nguyễn Văn An', avatar_url } }),
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'PUT /api/me/avatar': () => {
      avatar_url = '/api/avatars/new';
      return { body: {} };
    },
    'DELETE /api/me/avatar': () => {
      avatar_url = null;
      return { status: 204 };
    },
    ...routes,
  });
  // As the frame has done by then; the session outlives a test.
  await loadSession();
  renderPage(
    <>
      <Tab tab="profile" />
      <Toaster />
    </>,
  );
  return requests;
}
const card = () => screen.findByRole('region', { name: 'Picture' });
const button = async (name: string) => within(await card()).findByRole('button', { name });
const picture = async () => (await card()).querySelector('img')?.getAttribute('src') ?? null;
const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'me.png', { type });
const pick = async (picked: File): Promise<void> => {
  await button('Choose a picture');
  const input = (await card()).querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [picked] } });
};
const alert = async () => (await within(await card()).findByRole('alert')).textContent;

// jsdom opens no pictures, and draws none.
let opens = true;
beforeAll(() => {
  globalThis.createImageBitmap = async () => {
    if (!opens) throw new Error('it is none');
    return { width: 40, height: 20, close: () => {} };
  };
  HTMLCanvasElement.prototype.getContext = (() => ({ drawImage: () => {} })) as never;
  HTMLCanvasElement.prototype.toDataURL = () => 'data:image/png;base64,AA==';
  return startApp();
});
beforeEach(() => {
  opens = true;
});

it('shows the initials, then the picture before it is sent, and the one of the account after', async () => {
  const requests = await show();
  await button('Choose a picture');
  expect((await card()).querySelector('[data-initials]')?.getAttribute('data-initials')).toBe('NA');
  await pick(file('image/png'));
  expect(await screen.findByText('This is how it will look.')).toBeTruthy();
  expect(await picture()).toMatch(/^data:/);
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  await userEvent.click(await button('Use this picture'));
  expect(await screen.findByText('Your picture is saved')).toBeTruthy();
  const [sent] = requests.filter(({ method }) => method === 'PUT');
  expect(sent?.headers.get('content-type')).toBe('image/png');
  await waitFor(async () => expect(await picture()).toBe('/api/avatars/new'));
  expect(document.activeElement).toBe(await button('Choose another'));
});

it('gives a picked picture up again', async () => {
  await show();
  await pick(file('image/webp'));
  await userEvent.click(await button('Cancel'));
  expect(await picture()).toBeNull();
  expect(document.activeElement).toBe(await button('Choose a picture'));
});

it.each([
  ['of another type', file('image/gif'), /not supported.*JPG, PNG or WebP/],
  ['that is too large', file('image/png', 5 * 1024 * 1024 + 1), /too large.*under 5 MB/],
])('says what is wrong with a file %s, and sends nothing', async (_what, picked, text) => {
  const requests = await show();
  await pick(picked);
  expect(await alert()).toMatch(text);
  expect(within(await card()).queryByRole('button', { name: 'Use this picture' })).toBeNull();
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
});

it('says that a picture cannot be read', async () => {
  opens = false;
  await show();
  await pick(file('image/jpeg'));
  expect(await alert()).toMatch(/cannot be read/);
});

it('says what the server finds in a picture, of which another is to be chosen', async () => {
  await show({ 'PUT /api/me/avatar': problem(400, 'avatar.too_many_pixels') });
  await pick(file('image/jpeg'));
  await userEvent.click(await button('Use this picture'));
  expect(await alert()).toBe('Detail of avatar.too_many_pixels');
  expect(await picture()).toBeNull();
});

it('keeps the picture that the network kept away', async () => {
  await show({ 'PUT /api/me/avatar': problem(503, 'service.unavailable') });
  await pick(file('image/jpeg'));
  await userEvent.click(await button('Use this picture'));
  expect(await screen.findByText('Your picture was not saved')).toBeTruthy();
  expect(await picture()).toMatch(/^data:/);
  expect((await button('Use this picture')).hasAttribute('disabled')).toBe(false);
});

it('asks before it removes the picture', async () => {
  const requests = await show({}, '/api/avatars/old');
  const deleted = () => requests.some(({ method }) => method === 'DELETE');
  await userEvent.click(await button('Remove picture'));
  const dialog = await screen.findByRole('dialog', { name: 'Remove your picture?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(deleted()).toBe(false);
  await userEvent.click(await button('Remove picture'));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove picture' }));
  expect(await screen.findByText('Your picture is removed')).toBeTruthy();
  await waitFor(async () => expect(await picture()).toBeNull());
  expect(deleted()).toBe(true);
});
