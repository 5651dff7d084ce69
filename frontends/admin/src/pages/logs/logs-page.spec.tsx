import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AuditEntry, AuditVerification } from '@linkway/kit/api';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { me } from '../users/fixtures';
import { anEntry, hash, verified } from './fixtures';

const LIST = '/api/admin/audit-log';
const VERIFY = `${LIST}/verification`;
const signedIn = anEntry(41);
const answer = (entries: AuditEntry[], total = entries.length) => ({
  body: { data: entries, pagination: { page: 1, limit: 10, total, total_pages: Math.ceil(total / 10) } },
});

async function show(routes: Routes = {}, path = ''): Promise<Request[]> {
  const requests = serveApi({
    'GET /api/me': { body: me },
    [`GET ${LIST}`]: answer([signedIn]),
    ...routes,
  });
  await loadSession();
  renderPage(<Tab tab="logs" />, { path: `/dashboard?tab=logs${path}` });
  return requests;
}
const asked = (requests: Request[], path = LIST) => requests.filter(({ url }) => new URL(url).pathname === path);
const lastAsked = (requests: Request[], path = LIST): Record<string, string> =>
  Object.fromEntries(new URL(asked(requests, path).at(-1)?.url ?? '').searchParams);
const row = async (text: string): Promise<HTMLElement> =>
  (await screen.findByText(text)).closest('[data-row]') as HTMLElement;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

describe('the list', () => {
  it('says of each act what, when, how grave, who, from where and what else is told', async () => {
    const role = anEntry(42, {
      action: 'user.role_changed',
      module: 'users',
      level: 'warning',
      target: { kind: 'user', id: 'a', name: 'binh@example.com' },
      details: { from: 'user', to: 'admin' },
    });
    await show({ [`GET ${LIST}`]: answer([role], 1234) });
    expect(await screen.findByText('There are 1,234 entries.')).toBeTruthy();
    const first = within(await row('Role changed'));
    for (const text of ['05/11/2026', /^\d\d:00:07$/, 'Warning', 'ann@example.com', '203.0.113.7'])
      expect(first.getByText(text)).toBeTruthy();
    expect(first.getByText('User: binh@example.com · From: User · To: Administrator')).toBeTruthy();
  });

  it('names whoever is not known, the product itself, and what a newer release has recorded', async () => {
    const nobody = { user_id: null, user_email: null, user_name: null };
    await show({
      [`GET ${LIST}`]: answer([
        anEntry(3, { ...nobody, action: 'session.refused' }),
        anEntry(2, { ...nobody, action: 'user.plan_ended', ip_address: null }),
        anEntry(1, { action: 'team.made', module: 'teams', target: { kind: 'team', id: '7', name: null } }),
      ]),
    });
    expect(within(await row('Sign-in refused')).getByText('Unknown person')).toBeTruthy();
    expect(within(await row('Plan ended')).getByText('The system')).toBeTruthy();
    const newer = within(await row('team.made'));
    expect([newer.getByText('teams'), newer.getByText('team: 7')]).toHaveLength(2);
  });

  describe.each([
    ['in a table with room for all', 1280],
    ['in a table with less room', 860],
    ['in cards', 358],
  ])('%s', (_form, width) => {
    beforeEach(() => void jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width));
    afterEach(() => void jest.restoreAllMocks());
    const own = { kind: 'user', id: signedIn.user_id ?? '', name: signedIn.user_email };

    it('names whoever acts on their own account once', async () => {
      const entries = [
        anEntry(3, { action: 'account.registered', target: own }),
        anEntry(2, { action: 'account.email_confirmed', target: own, details: { by: 'confirmation_link' } }),
        anEntry(1, { action: 'user.plan_changed', target: { ...own, id: 'b', name: 'binh@example.com' } }),
      ];
      await show({ [`GET ${LIST}`]: answer(entries) });
      const textOf = async (action: string) => (await row(action)).textContent ?? '';
      expect((await textOf('Account registered')).split('ann@example.com')).toHaveLength(2);
      const confirmed = await textOf('Email address confirmed');
      expect(confirmed.split('ann@example.com')).toHaveLength(2);
      expect(confirmed).toMatch(/Confirmed by: Link in the confirmation email/);
      expect(await textOf('Plan changed')).toContain('User: binh@example.com');
    });

    it('has no room and no title for what is not told, but where it is a column', async () => {
      const nobody = { user_id: null, user_email: null, user_name: null, ip_address: null };
      await show({ [`GET ${LIST}`]: answer([anEntry(1, { ...nobody, action: 'user.plan_ended' })]) });
      const bare = await row('Plan ended');
      const isColumn = screen.queryByRole('columnheader', { name: 'Details' }) !== null;
      expect(isColumn).toBe(width === 1280);
      expect(within(bare).queryAllByText('None')).toHaveLength(isColumn ? 2 : 0);
      expect(bare.textContent).not.toMatch(/(Details|IP address):/);
      expect([...bare.querySelectorAll(':scope > div, td > div')].filter((each) => each.textContent === '')).toEqual(
        [],
      );
    });
  });

  it('asks for what the address says, and leaves what it does not know', async () => {
    const requests = await show(
      {},
      '&search=ann&level=warning&module=users&from=2026-11-05T08:00:00Z&to=some+day&page=2',
    );
    expect(await screen.findByText('1 entry matches the search and filters.')).toBeTruthy();
    expect(lastAsked(requests)).toEqual({
      page: '2',
      limit: '10',
      search: 'ann',
      level: 'warning',
      module: 'users',
      from: '2026-11-05T08:00:00.000Z',
    });
  });

  it('is filtered by level and module, from its first page', async () => {
    const requests = await show({}, '&page=3');
    for (const [field, choice, name, value] of [
      ['Level', 'Error', 'level', 'error'],
      ['Module', 'API keys', 'module', 'api_keys'],
    ] as const) {
      await userEvent.click(await screen.findByRole('combobox', { name: field }));
      await userEvent.click((await screen.findAllByTitle(choice)).at(-1) as HTMLElement);
      await waitFor(() => expect(lastAsked(requests)).toMatchObject({ [name]: value, page: '1' }));
    }
  });

  it('is asked for anew', async () => {
    const requests = await show();
    await row('Signed in');
    await press('Refresh');
    await waitFor(() => expect(asked(requests)).toHaveLength(2));
  });

  it('goes to the last page where the address names one that there is not', async () => {
    const requests = await show(
      { [`GET ${LIST}`]: ({ url }) => answer(url.includes('page=2') ? [signedIn] : [], 11) },
      '&page=9',
    );
    expect(await row('Signed in')).toBeTruthy();
    expect(lastAsked(requests).page).toBe('2');
  });

  it('says that nothing is found, and how to see all', async () => {
    const requests = await show(
      { [`GET ${LIST}`]: answer([]) },
      '&search=x&level=info&module=auth&from=2026-11-05T08:00:00Z&to=2026-11-06T08:00:00Z',
    );
    expect(await screen.findByText('No entry found')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
    await press('Clear search and filters');
    await waitFor(() => expect(lastAsked(requests)).toEqual({ page: '1', limit: '10' }));
    expect(await screen.findByText('No entries yet')).toBeTruthy();
  });

  it('tells a refusal, which is not tried again, from a failure', async () => {
    await show({ [`GET ${LIST}`]: problem(403, 'auth.forbidden') });
    expect(await screen.findByText('You have no permission to read the system logs')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('says that it cannot be loaded', async () => {
    await show({ [`GET ${LIST}`]: problem(500, 'service.internal') });
    expect(await screen.findByText('Cannot load the system logs')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the times', () => {
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const write = (label: string, value: string): void => {
    fireEvent.change(field(label), { target: { value } });
    fireEvent.blur(field(label));
  };
  const [FROM, TO] = ['From this time', 'Before this time'] as const;
  const at = (...time: [number, number, number, number, number]) => new Date(...time).toISOString();

  it('are asked for once a field is left', async () => {
    const requests = await show();
    await row('Signed in');
    fireEvent.change(field(FROM), { target: { value: '05/11/2026 08:00' } });
    expect(lastAsked(requests).from).toBeUndefined();
    fireEvent.blur(field(FROM));
    await waitFor(() => expect(lastAsked(requests).from).toBe(at(2026, 10, 5, 8, 0)));
    write(TO, '06/11/2026 09:30');
    await waitFor(() => expect(lastAsked(requests).to).toBe(at(2026, 10, 6, 9, 30)));
    write(FROM, '');
    await waitFor(() => expect(lastAsked(requests).from).toBeUndefined());
    expect(lastAsked(requests).to).toBe(at(2026, 10, 6, 9, 30));
  });

  it('are told where they cannot be asked for, and kept as they are typed', async () => {
    const requests = await show({}, `&to=${at(2026, 10, 5, 8, 0)}`);
    await row('Signed in');
    const before = asked(requests).length;
    write(FROM, 'last week');
    expect(screen.getByText('Enter the start as a date and time, such as 31/12/2026 18:00')).toBeTruthy();
    expect([field(FROM).value, field(FROM).ariaInvalid, field(TO).ariaInvalid]).toEqual(['last week', 'true', 'false']);
    write(FROM, '05/11/2026 08:00');
    expect(screen.getByText('Choose a start that is before the end')).toBeTruthy();
    expect(asked(requests)).toHaveLength(before);
    // Then both are asked for.
    write(TO, '06/11/2026 08:00');
    await waitFor(() =>
      expect(lastAsked(requests)).toMatchObject({ from: at(2026, 10, 5, 8, 0), to: at(2026, 10, 6, 8, 0) }),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('shows all of an entry', async () => {
  const entry = anEntry(1042, {
    action: 'api_key.deleted',
    module: 'api_keys',
    level: 'warning',
    target: { kind: 'api_key', id: 'key-7', name: 'Web shop' },
    details: { count: 3, expired: true },
  });
  await show({ [`GET ${LIST}`]: answer([entry]) });
  await userEvent.click(
    within(await row('API key deleted')).getByRole('button', { name: 'Details of entry 1042: API key deleted' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  const fact = (label: string) => dialog.getByText(label).nextElementSibling?.textContent;
  await dialog.findByText('Entry number');
  expect(fact('Time')).toMatch(/^05\/11\/2026 \d\d:00:07$/);
  expect([fact('Name'), fact('Target'), fact('Target ID'), fact('Entry number'), fact('Action code')]).toEqual([
    'Ann Nguyen',
    'API key: Web shop',
    'key-7',
    '1,042',
    'api_key.deleted',
  ]);
  expect(fact('Hash')).toContain(hash(1042));
  expect(fact('Hash of the entry before')).toContain(hash(1041));
});

describe('the verification', () => {
  const found = async (verification: AuditVerification): Promise<Request[]> => {
    const requests = await show({ [`GET ${VERIFY}`]: { body: verification } });
    await row('Signed in');
    await press('Verify the log');
    return requests;
  };

  it('says that all is whole, and up to where', async () => {
    const requests = await found(verified());
    expect(await screen.findByRole('heading', { name: 'The log is whole' })).toBeTruthy();
    expect(screen.getByText(/^All 1,234 entries, from 1 to 1,234, are there/)).toBeTruthy();
    expect(screen.getByText(hash(1234))).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    // It is an entry itself.
    await waitFor(() => expect(asked(requests)).toHaveLength(2));
  });

  it.each([
    ['changed', 'The log is broken: entry 17 was changed'],
    ['unlinked', 'The log is broken: entry 17 does not follow from the one before'],
    ['missing', 'The log is broken: entry 17 is missing'],
    ['repeated', 'The log is broken: entry 17 is there twice'],
  ] as const)('says where it is broken: %s', async (fault, title) => {
    await found(verified({ whole: false, first_broken_seq: 17, fault, missing: 2 }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByRole('heading', { name: title })).toBeTruthy();
    expect(alert.getByText(/From entry 17 on the log proves nothing.+2 entries are missing in all\./)).toBeTruthy();
  });

  it('says that there is nothing to check', async () => {
    await found(verified({ entries: 0, head: null }));
    expect(await screen.findByRole('heading', { name: 'There are no entries to check' })).toBeTruthy();
  });

  const upTo = (seq: number, more: Partial<AuditVerification> = {}) =>
    verified({ complete: false, next: `place ${seq}`, entries: seq, head: { seq, hash: hash(seq) }, ...more });

  it('goes on portion by portion, and says how far it is', async () => {
    const answers = [upTo(500), upTo(1000), verified()].map((found) => ({
      found,
      asked: Promise.withResolvers<void>(),
      given: Promise.withResolvers<void>(),
    }));
    const left = [...answers];
    const requests = await show({
      [`GET ${VERIFY}`]: async () => {
        const answer = left.shift();
        answer?.asked.resolve();
        await answer?.given.promise;
        return { body: answer?.found };
      },
    });
    await row('Signed in');
    await press('Verify the log');
    expect(await screen.findByText('Checking every entry from the first one on.')).toBeTruthy();
    answers[0]?.given.resolve();
    expect(await screen.findByText('Entries up to 500 of 1,234 are checked.')).toBeTruthy();
    answers[1]?.given.resolve();
    expect(await screen.findByText('Entries up to 1,000 of 1,234 are checked.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: /whole/ })).toBeNull();
    answers[2]?.given.resolve();
    expect(await screen.findByRole('heading', { name: 'The log is whole' })).toBeTruthy();
    expect(screen.queryByText(/are checked\.$/)).toBeNull();
    const places = asked(requests, VERIFY).map(({ url }) => new URL(url).searchParams.get('next'));
    expect(places).toEqual([null, 'place 500', 'place 1000']);
  });

  /** The first portion is answered, and none after it until somebody stops. */
  const hanging = (first: AuditVerification): Routes => ({
    [`GET ${VERIFY}`]: ({ url, signal }) =>
      url.includes('next=')
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : { body: first },
  });

  it('is stopped, and says what was looked at until then', async () => {
    await show(hanging(upTo(500)));
    await row('Signed in');
    await press('Verify the log');
    const button = await screen.findByRole('button', { name: 'Stop the check' });
    await userEvent.click(button);
    expect(await screen.findByRole('heading', { name: 'The check was stopped' })).toBeTruthy();
    const text =
      'Entries 1 to 500 are there, unchanged and in their order. Of 1,234 entries, those behind entry 500 were not looked at.';
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(/could not be checked|The log is/)).toBeNull();
    // Whoever stopped it is still there.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Verify the log' }));
  });

  it('is stopped, and says what was found broken until then', async () => {
    await show(hanging(upTo(500, { whole: false, first_broken_seq: 17, fault: 'changed' })));
    await row('Signed in');
    await press('Verify the log');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop the check' }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByRole('heading', { name: 'The log is broken: entry 17 was changed' })).toBeTruthy();
    expect(alert.getByText(/those behind entry 500 were not looked at/)).toBeTruthy();
  });

  it.each([
    ['service.unavailable', 'place 500'],
    ['audit_log.next_invalid', null],
  ])('after %s goes on from %j', async (code, place) => {
    let failed = false;
    const requests = await show({
      [`GET ${VERIFY}`]: ({ url }) => {
        if (!url.includes('next=')) return { body: failed && place === null ? verified() : upTo(500) };
        if (failed) return { body: verified() };
        failed = true;
        return problem(code === 'service.unavailable' ? 503 : 400, code);
      },
    });
    await row('Signed in');
    await press('Verify the log');
    expect(await screen.findByText('The log could not be checked')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByRole('heading', { name: 'The log is whole' })).toBeTruthy();
    const places = asked(requests, VERIFY).map(({ url }) => new URL(url).searchParams.get('next'));
    expect(places).toEqual([null, 'place 500', place]);
  });

  it('says that it could not be checked, which is not the same as broken', async () => {
    await show({ [`GET ${VERIFY}`]: problem(503, 'service.unavailable') });
    await row('Signed in');
    await press('Verify the log');
    expect(await screen.findByText('The log could not be checked')).toBeTruthy();
    expect(screen.queryByText(/broken|whole/)).toBeNull();
  });

  it.each([
    ['same', 'The log is whole', /Entry 1,200 is the one that you noted\./],
    ['other', 'Entry 1,200 is not the one that you noted', /written anew or cut off/],
    ['missing', 'Entry 1,200, which you noted, is missing', /written anew or cut off/],
  ] as const)('compares with an entry that was noted: %s', async (noted_head, title, text) => {
    const requests = await show({
      [`GET ${VERIFY}`]: ({ url }) => ({ body: verified({ noted_head: url.includes('seq=') ? noted_head : null }) }),
    });
    await row('Signed in');
    await press('Verify the log');
    const field = await screen.findByLabelText<HTMLInputElement>('Number and hash of the noted entry');
    await userEvent.type(field, '1200 abc');
    await press('Compare');
    expect(screen.getByText(/^Paste the number and the hash/)).toBeTruthy();
    expect(asked(requests, VERIFY)).toHaveLength(1);
    fireEvent.change(field, { target: { value: ` 1200 ${hash(1200).toUpperCase()} ` } });
    await press('Compare');
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(lastAsked(requests, VERIFY)).toEqual({ seq: '1200', hash: hash(1200) });
  });
});

describe('the export', () => {
  it.each(['csv', 'json'] as const)('saves all that the filters find as %s', async (format) => {
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:a';
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const requests = await show({ [`GET ${LIST}/export`]: { body: 'file' } }, '&search=ann&level=warning&page=2');
    await row('Signed in');
    await press(`Export ${format.toUpperCase()}`);
    await waitFor(() =>
      expect(saved).toEqual([expect.stringMatching(`^linkway-audit-log-\\d{4}-\\d\\d-\\d\\d\\.${format}$`)]),
    );
    expect(lastAsked(requests, `${LIST}/export`)).toEqual({ search: 'ann', level: 'warning', format });
    jest.restoreAllMocks();
  });

  it('says that nothing was saved', async () => {
    await show({ [`GET ${LIST}/export`]: problem(503, 'service.unavailable') });
    await row('Signed in');
    await press('Export CSV');
    expect(await screen.findByText('The log was not exported')).toBeTruthy();
  });
});
