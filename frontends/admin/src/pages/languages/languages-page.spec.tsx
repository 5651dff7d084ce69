import { beforeAll, describe, expect, it } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { me } from '../users/fixtures';
import { aLanguage, aSummary, aText, english } from './fixtures';
import { percentOf } from './progress';

const AT = '/api/admin/languages';

async function show(routes: Routes = {}, path = ''): Promise<Request[]> {
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/me': { body: me },
    'GET /api/languages': { body: { data: [] } },
    [`GET ${AT}`]: { body: { data: [english, aLanguage()] } },
    ...routes,
  });
  await loadSession();
  renderPage(
    <>
      <Tab tab="languages" />
      <Toaster />
    </>,
    { path: `/dashboard?tab=languages${path}` },
  );
  return requests;
}
const row = async (text: string): Promise<HTMLElement> =>
  (await screen.findByText(text)).closest('[data-row]') as HTMLElement;
const choose = async (item: string): Promise<void> => {
  await row('Français');
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Français' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const dialogOf = async (title: string): Promise<HTMLElement> =>
  (await screen.findByText(title, { selector: '[role=dialog] :is(h2, [class*=title])' })).closest(
    '[role=dialog]',
  ) as HTMLElement;
const sent = (requests: Request[], method: string) =>
  requests.filter((request) => request.method === method && request.url.includes(AT));

beforeAll(() => startApp());

describe('the progress of a translation', () => {
  it.each([
    [0, 0],
    [1, 1],
    [900, 50],
    [1_799, 99],
    [1_800, 100],
  ])('of %i texts is %i%%', (texts_translated, percent) =>
    expect(percentOf(aLanguage({ texts_translated }))).toBe(percent),
  );
});

describe('the list of languages', () => {
  it('tells of each how much is translated, and whether it is offered', async () => {
    await show();
    const french = await row('Français');
    expect(within(french).getByText('50% (900 of 1,800)')).toBeTruthy();
    expect(within(french).getByText('Not offered')).toBeTruthy();
    expect(within(await row('English')).getByText('Built in')).toBeTruthy();
  });

  it('adds one, once both fields are filled, and says what is wrong with them', async () => {
    const requests = await show({
      [`POST ${AT}`]: problem(400, 'languages.code_invalid', {
        errors: [{ field: 'code', code: 'languages.code_invalid', detail: 'No code' }],
      }),
    });
    await row('Français');
    await userEvent.click(screen.getByRole('button', { name: 'Add language' }));
    const dialog = await dialogOf('Add a language');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(await within(dialog).findAllByText('Please fill in everything')).toHaveLength(2);
    expect(sent(requests, 'POST')).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText('Code'), 'deutsch');
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Deutsch');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(await within(dialog).findByText('No code')).toBeTruthy();
    expect(await sent(requests, 'POST')[0]?.json()).toEqual({ code: 'deutsch', name: 'Deutsch' });
  });

  it('offers one at once, and asks before one is deleted', async () => {
    const requests = await show({
      [`PATCH ${AT}/fr`]: { body: aLanguage({ is_active: true }) },
      [`DELETE ${AT}/fr`]: { status: 204 },
    });
    await choose('Offer this language');
    expect(await screen.findByText('Français can be chosen now')).toBeTruthy();
    expect(await sent(requests, 'PATCH')[0]?.json()).toEqual({ is_active: true });
    await choose('Delete language');
    const question = await dialogOf('Delete Français?');
    expect(within(question).getByText(/Whoever has chosen it sees English/)).toBeTruthy();
    await userEvent.click(within(question).getByRole('button', { name: 'Delete language' }));
    expect(await screen.findByText('Français was deleted')).toBeTruthy();
    expect(sent(requests, 'DELETE')).toHaveLength(1);
  });

  it('says that it could not be loaded', async () => {
    await show({ [`GET ${AT}`]: problem(403, 'auth.forbidden') });
    expect(await screen.findByText('Cannot load the languages')).toBeTruthy();
  });
});

describe('a file of texts', () => {
  const pick = async (): Promise<HTMLElement> => {
    await choose('Import texts');
    const dialog = await dialogOf('Import texts of Français');
    const file = new File(['{"kit":{}}'], 'fr.json', { type: 'application/json' });
    await userEvent.upload(within(dialog).getByLabelText('File with texts'), file);
    return dialog;
  };

  it('is checked first, and imported against the version that it was checked against', async () => {
    const requests = await show({
      [`PUT ${AT}/fr/file`]: ({ url }) => ({
        body: aSummary({ dry_run: url.includes('dry_run=true'), unknown: ['gone:title'], unknown_total: 1 }),
      }),
    });
    const dialog = await pick();
    expect(await within(dialog).findByText('New texts')).toBeTruthy();
    expect(within(dialog).getByText('gone:title')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('The texts of Français were imported')).toBeTruthy();
    const asked = sent(requests, 'PUT');
    expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?dry_run=true', '?dry_run=false&version=3']);
    expect(asked.map(({ headers }) => headers.get('content-type'))).toEqual(
      Array(2).fill('application/vnd.linkway.texts+json'),
    );
  });

  it('tells each text that cannot be taken, and is not imported then', async () => {
    const refused = [{ key: 'kit:save', code: 'languages.text_tags_differ' }];
    const requests = await show({ [`PUT ${AT}/fr/file`]: { body: aSummary({ refused, refused_total: 1 }) } });
    const dialog = await pick();
    expect(await within(dialog).findByText(/^1 text cannot be imported/)).toBeTruthy();
    expect(within(dialog).getByText(/The text needs the same tags as the English one/)).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Import' })).toBeNull();
    expect(sent(requests, 'PUT')).toHaveLength(1);
  });

  it('that is none is refused in the words of the API', async () => {
    await show({ [`PUT ${AT}/fr/file`]: problem(400, 'languages.file_invalid') });
    expect(await within(await pick()).findByText('Detail of languages.file_invalid')).toBeTruthy();
  });
});

describe('the texts of a language', () => {
  const page = (texts = [aText(), aText({ key: 'theme.label', english: 'Theme', text: 'Thème' })]) => ({
    body: {
      data: texts,
      namespaces: ['kit'],
      pagination: { page: 1, limit: 20, total: texts.length, total_pages: 1 },
    },
  });

  it('stand beside the English ones, and what is missing is marked and can be translated', async () => {
    const requests = await show(
      { [`GET ${AT}/fr/texts`]: page(), [`PUT ${AT}/fr/texts`]: { body: aText({ text: 'Langue' }) } },
      '&language=fr&state=missing',
    );
    const missing = await row('kit:language.label');
    expect(within(missing).getByText('Missing')).toBeTruthy();
    expect(within(await row('kit:theme.label')).getByText('Thème')).toBeTruthy();
    expect(new URL(sent(requests, 'GET').at(-1)?.url ?? '').searchParams.get('state')).toBe('missing');
    await userEvent.click(within(missing).getByRole('button', { name: 'Edit kit:language.label' }));
    const dialog = await dialogOf('Edit text');
    await userEvent.type(within(dialog).getByLabelText('Français'), 'Langue');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The text was saved')).toBeTruthy();
    expect(await sent(requests, 'PUT')[0]?.json()).toEqual({ namespace: 'kit', key: 'language.label', text: 'Langue' });
  });

  it('of a language that is built in cannot be changed', async () => {
    await show({ [`GET ${AT}/en/texts`]: page([aText({ text: 'Language' })]) }, '&language=en');
    await row('kit:language.label');
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'All languages' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add language' })).toBeTruthy());
  });

  it('say why one is not shown', async () => {
    const outdated = aText({ text: 'Langue {{x}}', fault: 'languages.text_placeholders_differ' });
    await show({ [`GET ${AT}/fr/texts`]: page([outdated]) }, '&language=fr');
    expect(await screen.findByText(/^English is shown instead: The text needs the same placeholders/)).toBeTruthy();
  });
});
