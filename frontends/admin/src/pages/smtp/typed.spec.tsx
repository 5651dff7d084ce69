import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loadSession } from '@linkway/kit/session';
import { type Routes, serveApi, startApp } from '@linkway/kit/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { me } from '../users/fixtures';
import { settings, template, unheardOf } from './fixtures';
import { button, drafts, field, PATH, press, retype, sent, show, TEXT } from './show-page';

const LATER = '2026-11-06T08:00:00.000Z';
const EDITOR = '&section=templates&mail=reset_password&language=en';
const realNow = Date.now;
let ahead = 0;

beforeAll(() => {
  Date.now = () => realNow() + ahead;
  return startApp();
});
afterAll(() => {
  Date.now = realNow;
});
beforeEach(() => sessionStorage.clear());

/** After a while somebody comes back to the window: what is shown is asked for anew. */
async function comeBack(): Promise<void> {
  ahead += 20_000;
  await act(async () => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
}
/** An answer that comes when the test says so. */
function answered() {
  let come: (body: object) => void = () => {};
  const answer = new Promise<{ body: object }>((resolve) => {
    come = (body) => resolve({ body });
  });
  return { answer: () => answer, come: (body: object) => act(async () => come(body)) };
}
/** First the one, then what somebody else has saved. */
const changing = (path: string, ...bodies: object[]): Routes => {
  let asked = 0;
  return { [`GET ${PATH}/${path}`]: () => ({ body: bodies[Math.min(asked++, bodies.length - 1)] }) };
};
const valueOf = async (name: string | RegExp): Promise<string> => (await field(name)).value;
const elsewhere = () => screen.findByText(/^This was saved in another tab or by somebody else/);
const withText = (more: object) => ({ data: [{ ...template, en: { ...template.en, ...more } }, unheardOf] });

describe('the SMTP configuration', () => {
  const theirs = { ...settings, from_name: 'Theirs', port: 2525, updated_at: LATER };

  it('shows what somebody else has saved, where nothing is typed', async () => {
    show(changing('settings', settings, theirs));
    expect(await valueOf(/^Sender’s name/)).toBe('Linkway');
    await comeBack();
    await waitFor(async () => expect(await valueOf(/^Sender’s name/)).toBe('Theirs'));
    expect((await button('Save')).disabled).toBe(true);
    expect(screen.queryByText(/^This was saved in another tab or by somebody else/)).toBeNull();
  });

  it('keeps what is typed over it, says so, and gives it up where that is wanted', async () => {
    const requests = show({
      ...changing('settings', settings, theirs),
      [`PUT ${PATH}/settings`]: { body: theirs },
    });
    await retype(/^Sender’s email/, 'mine@example.com');
    await comeBack();
    expect(await elsewhere()).toBeTruthy();
    expect([await valueOf(/^Sender’s email/), await valueOf(/^Sender’s name/)]).toEqual(['mine@example.com', 'Theirs']);
    await press('Save');
    await waitFor(async () => expect(await sent(requests, 'PUT', '/settings')).toHaveLength(1));
    expect(await sent(requests, 'PUT', '/settings')).toMatchObject([
      { from_email: 'mine@example.com', from_name: 'Theirs', port: 2525 },
    ]);
    await waitFor(() => expect(screen.queryByText(/^This was saved in another tab or by somebody else/)).toBeNull());
    cleanup();
    show(changing('settings', settings, theirs));
    await retype(/^Sender’s email/, 'mine@example.com');
    await comeBack();
    const notice = await elsewhere();
    await userEvent.click(within(notice).getByRole('button', { name: 'Discard' }));
    expect([await valueOf(/^Sender’s email/), await valueOf(/^Port/)]).toEqual(['hello@example.com', '2525']);
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  });

  it('brings back what was typed, and that alone', async () => {
    show();
    await retype(/^Sender’s name/, 'Ours');
    cleanup();
    show({ [`GET ${PATH}/settings`]: { body: { ...settings, host: 'other.example.com', updated_at: LATER } } });
    expect(await screen.findByText(/^Your unsaved changes are back/)).toBeTruthy();
    expect([await valueOf(/^Sender’s name/), await valueOf(/^Server/)]).toEqual(['Ours', 'other.example.com']);
    await press('Discard');
    expect(await valueOf(/^Sender’s name/)).toBe('Linkway');
    expect(screen.queryByText(/^Your unsaved changes are back/)).toBeNull();
    expect(drafts()).toEqual([]);
  });

  it('says at once that what was typed is there again over what somebody else has saved since', async () => {
    show();
    await retype(/^Sender’s name/, 'Ours');
    cleanup();
    show({ [`GET ${PATH}/settings`]: { body: theirs } });
    expect(await elsewhere()).toBeTruthy();
    expect([await valueOf(/^Sender’s name/), await valueOf(/^Port/)]).toEqual(['Ours', '2525']);
    await press('Discard');
    expect(await valueOf(/^Sender’s name/)).toBe('Theirs');
  });

  it('leaves what was typed on a page that was opened since, when the one before it is saved', async () => {
    const { answer, come } = answered();
    show({ [`PUT ${PATH}/settings`]: answer });
    await retype(/^Sender’s name/, 'Sent');
    await press('Save');
    cleanup();
    show();
    await retype(/^Sender’s name/, 'Newer');
    const kept = drafts();
    await come({ ...settings, from_name: 'Sent', updated_at: LATER });
    expect(kept).toHaveLength(1);
    expect(drafts()).toEqual(kept);
  });

  it('has the focus in it after what is typed was given up', async () => {
    show();
    await retype(/^Port/, 'none');
    await press('Save');
    expect(await screen.findByText(/^Please enter a port/)).toBeTruthy();
    await press('Discard changes');
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
    await waitFor(() => expect(screen.queryByText(/^Please enter a port/)).toBeNull());
  });

  it('keeps what is typed while it is being saved', async () => {
    const put = answered();
    const requests = show({ [`PUT ${PATH}/settings`]: put.answer });
    await retype(/^Sender’s name/, 'Ours');
    await retype(/^Password/, 'secret');
    await press('Save');
    await waitFor(async () => expect(await sent(requests, 'PUT', '/settings')).toHaveLength(1));
    await retype(/^Sender’s email/, 'mine@example.com');
    await put.come({ ...settings, from_name: 'Ours!', updated_at: LATER });
    expect(await screen.findByText('The SMTP configuration is saved')).toBeTruthy();
    expect([await valueOf(/^Sender’s name/), await valueOf(/^Sender’s email/), await valueOf(/^Password/)]).toEqual([
      'Ours!',
      'mine@example.com',
      '',
    ]);
    expect((await button('Save')).disabled).toBe(false);
    expect(drafts()).toEqual(['{"from_email":"mine@example.com","under":{"from_email":"hello@example.com"}}']);
  });

  it('is not set back by an answer that was on its way while it was saved', async () => {
    const late = answered();
    let asked = 0;
    show({
      [`GET ${PATH}/settings`]: () => (asked++ === 0 ? { body: settings } : late.answer()),
      [`PUT ${PATH}/settings`]: { body: { ...settings, from_name: 'Ours', updated_at: LATER } },
    });
    await retype(/^Sender’s name/, 'Ours');
    await comeBack();
    await press('Save');
    expect(await screen.findByText('The SMTP configuration is saved')).toBeTruthy();
    await late.come(settings);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(asked).toBe(2);
    expect(await valueOf(/^Sender’s name/)).toBe('Ours');
  });

  it('asks before a typed password is lost to another part of the page', async () => {
    show();
    await retype(/^Password/, 'secret');
    await userEvent.click(screen.getByRole('link', { name: 'Email templates' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving the password?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(await valueOf(/^Password/)).toBe('secret');
    await userEvent.click(screen.getByRole('link', { name: 'Email templates' }));
    const again = await screen.findByRole('dialog', { name: 'Leave without saving the password?' });
    await userEvent.click(within(again).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Something new')).toBeTruthy();
  });
});

describe('the text of a mail', () => {
  it('shows what somebody else has saved, save where something is typed', async () => {
    const theirs = withText({
      subject: 'Theirs',
      text_content: 'Hello {{reset_link}}',
      edited: true,
      updated_at: LATER,
    });
    show(changing('templates', withText({}), theirs), EDITOR);
    await retype('Plain text', 'Mine');
    await comeBack();
    const notice = await elsewhere();
    expect([await valueOf('Subject'), await valueOf('Plain text')]).toEqual(['Theirs', 'Mine']);
    await userEvent.click(within(notice).getByRole('button', { name: 'Discard' }));
    expect(await valueOf('Plain text')).toBe('Hello {{reset_link}}');
    expect(document.activeElement).toBe(await field('Subject'));
    expect((await button('Save')).disabled).toBe(true);
  });

  it('brings back what was typed, and that alone', async () => {
    show({}, EDITOR);
    await retype('Subject', 'Typed');
    cleanup();
    show(changing('templates', withText({ text_content: 'Theirs', edited: true, updated_at: LATER })), EDITOR);
    expect(await screen.findByText(/^Your unsaved changes are back/)).toBeTruthy();
    expect([await valueOf('Subject'), await valueOf('Plain text')]).toEqual(['Typed', 'Theirs']);
  });

  it('keeps what is typed while it is being saved', async () => {
    const put = answered();
    const requests = show({ [`PUT ${TEXT}`]: put.answer }, EDITOR);
    await retype('Subject', 'Sent');
    await press('Save');
    await waitFor(async () => expect(await sent(requests, 'PUT', '/en')).toHaveLength(1));
    await retype('Subject', 'Typed on');
    await put.come({ ...template, en: { ...template.en, subject: 'Sent', edited: true, updated_at: LATER } });
    expect(await screen.findByText(/^Changed on/)).toBeTruthy();
    expect(await valueOf('Subject')).toBe('Typed on');
    expect((await button('Save')).disabled).toBe(false);
  });
});

it.each([
  ['SMTP configuration', '', /^Sender’s name/, 'Linkway'],
  ['mail', EDITOR, /^Subject/, 'Set a new password'],
])('a draft of the %s is of the account that typed it', async (_, path, name, saved) => {
  const as = async (id: string): Promise<void> => {
    serveApi({ 'GET /api/me': { body: { ...me, id } } });
    await loadSession();
    show({}, path);
  };
  await as('a');
  fireEvent.change(await field(name), { target: { value: 'Typed by a' } });
  expect(drafts()).toHaveLength(1);
  cleanup();
  await as('b');
  expect(await valueOf(name)).toBe(saved);
  cleanup();
  await as('a');
  expect(await valueOf(name)).toBe('Typed by a');
});
