import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Link } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { problem, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import Tab from '../../tab';
import { aLink, pageOf } from '../fixtures';

const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

type Failure = ReturnType<typeof problem>;

/** The page with two links; what is done to the first waits until it is told its answer: a failure, or none, and each after it is taken. */
function show(first: Partial<Link> = {}) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let failure: Failure | undefined;
  let kept = [aLink(1, first), aLink(2)];
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/links': () => ({ body: pageOf(kept) }),
    [`GET /api/links/${aLink(1).id}`]: () => {
      const found = kept.find(({ id }) => id === aLink(1).id);
      return found ? { body: found } : problem(404, 'links.not_found');
    },
    [`PUT /api/links/${aLink(1).id}`]: async (request) => {
      await promise;
      const refusal = failure;
      failure = undefined;
      if (refusal) return refusal;
      const { expected: _, ...change } = (await request.json()) as Partial<Link> & { expected: object };
      kept = kept.map((link) => (link.id === aLink(1).id ? { ...link, ...change } : link));
      return { body: kept[0] };
    },
    [`DELETE /api/links/${aLink(1).id}`]: async () => {
      await promise;
      if (failure) return failure;
      kept = kept.slice(1);
      return { status: 204 };
    },
  });
  renderPage(
    <>
      <Tab tab="my-links" />
      <Toaster />
    </>,
    { path: '/dashboard?tab=my-links' },
  );
  const saves = () => requests.filter(({ method }) => method === 'PUT');
  const change = (first: Partial<Link>) => {
    kept = kept.map((link, index) => (index === 0 ? { ...link, ...first } : link));
  };
  const vanish = () => {
    kept = kept.slice(1);
  };
  const answer = (refusal?: Failure) => {
    failure = refusal;
    resolve();
  };
  return { answer, saves, change, vanish };
}

// By text and label: asking for roles goes through the whole page, which antd makes slow here.
const dialogs = (title: string): HTMLElement[] =>
  screen.queryAllByText(title).flatMap((text) => text.closest<HTMLElement>('.ant-drawer, .ant-modal') ?? []);
const isOpen = (title: string): boolean =>
  dialogs(title).some((dialog) =>
    dialog.classList.contains('ant-drawer')
      ? dialog.classList.contains('ant-drawer-open')
      : dialog.closest<HTMLElement>('.ant-modal-wrap')?.style.display !== 'none',
  );
async function opened(title: string) {
  await waitFor(() => expect(isOpen(title)).toBe(true));
  const [dialog] = dialogs(title);
  if (!dialog) throw new Error(`${title} is not there`);
  return within(dialog);
}
const closed = (title: string) => waitFor(() => expect(isOpen(title)).toBe(false));

type Dialog = Awaited<ReturnType<typeof opened>>;
const titleIn = (drawer: Dialog): HTMLInputElement => drawer.getByLabelText<HTMLInputElement>('Title');
const isBusy = (dialog: Dialog, button: string) =>
  dialog.getByText(button).closest('button')?.classList.contains('ant-btn-loading');

async function edit(address: string, title?: string): Promise<Dialog> {
  await user.click(await screen.findByLabelText(`Edit ${address}`));
  const drawer = await opened(`Edit ${address}`);
  if (title) {
    await user.click(titleIn(drawer));
    await user.paste(title);
  }
  return drawer;
}
/** A button that waits for an answer takes no click. */
async function saveAgain(dialog: Dialog): Promise<void> {
  await waitFor(() => expect(isBusy(dialog, 'Save changes')).toBe(false));
  await user.click(dialog.getByText('Save changes'));
}
async function remove(address: string): Promise<Dialog> {
  await user.click(await screen.findByLabelText(`More actions for ${address}`));
  const items = await screen.findAllByText('Delete');
  // A menu that was left stays in the document.
  await user.click(items.find((item) => !item.closest('.ant-dropdown-hidden')) as HTMLElement);
  return opened(`Delete ${address}?`);
}
async function leave(title: string): Promise<void> {
  await user.click((await opened(title)).getByText('Cancel'));
  await closed(title);
}

const bodiesOf = (requests: Request[]) => Promise.all(requests.map((request) => request.clone().json()));

beforeAll(() => startApp());
// What was typed in one test is no draft of the next.
beforeEach(() => sessionStorage.clear());

describe('my links, whose answers come late', () => {
  async function saveAndLeave() {
    const api = show();
    const first = await edit('lnk.test/code1', 'Of the first');
    await user.click(first.getByText('Save changes'));
    await leave('Edit lnk.test/code1');
    return api;
  }
  async function deleteAndLeave() {
    const api = show();
    await user.click((await remove('lnk.test/code1')).getByText('Delete link'));
    await leave('Delete lnk.test/code1?');
    return api;
  }

  it('closes the drawer of the link that was saved alone', async () => {
    const { answer } = await saveAndLeave();
    const second = await edit('lnk.test/code2', 'Of the second');
    expect(isBusy(second, 'Save changes')).toBe(false);
    answer();
    expect(await screen.findByText('lnk.test/code1 is saved')).toBeTruthy();
    expect([isOpen('Edit lnk.test/code2'), titleIn(second).value]).toEqual([true, 'Of the second']);
  });

  it('leads back to a save that waits, and begins anew when it is done', async () => {
    const { answer, saves } = await saveAndLeave();
    const first = await edit('lnk.test/code1');
    expect([titleIn(first).value, isBusy(first, 'Save changes')]).toEqual(['Of the first', true]);
    answer();
    await closed('Edit lnk.test/code1');
    expect(saves()).toHaveLength(1);
    const again = await edit('lnk.test/code1');
    expect([titleIn(again).value, isBusy(again, 'Save changes')]).toEqual(['Of the first', false]);
  });

  it('keeps what was typed after the save was sent', async () => {
    const { answer, saves } = show();
    const first = await edit('lnk.test/code1', 'Sent');
    await user.click(first.getByText('Save changes'));
    await user.clear(titleIn(first));
    answer();
    expect(await screen.findByText('lnk.test/code1 is saved')).toBeTruthy();
    expect([isOpen('Edit lnk.test/code1'), titleIn(first).value]).toEqual([true, '']);
    await saveAgain(first);
    await closed('Edit lnk.test/code1');
    expect(await bodiesOf(saves())).toEqual([
      { title: 'Sent', expected: { title: '' } },
      { title: '', expected: { title: 'Sent' } },
    ]);
  });

  it('sets back nothing that another person changed meanwhile, and shows it', async () => {
    const { answer, saves, change } = show({ title: 'Old title' });
    const first = await edit('lnk.test/code1');
    const text = first.getByLabelText('Description');
    await user.click(text);
    await user.paste('One');
    change({ title: 'Of another person' });
    await user.click(first.getByText('Save changes'));
    await waitFor(() => expect(saves()).toHaveLength(1));
    await user.click(text);
    await user.paste(' two');
    answer();
    expect(await screen.findByText('lnk.test/code1 is saved')).toBeTruthy();
    expect(titleIn(first).value).toBe('Of another person');
    await saveAgain(first);
    await closed('Edit lnk.test/code1');
    expect(await bodiesOf(saves())).toEqual([
      { description: 'One', expected: { description: '' } },
      { description: 'One two', expected: { description: 'One' } },
    ]);
  });

  it('overwrites nothing that another person has changed unseen, shows it, and replaces it by the next save', async () => {
    const { answer, saves, change } = show({ title: 'Old title', description: 'Old text' });
    const first = await edit('lnk.test/code1');
    await user.clear(titleIn(first));
    await user.type(titleIn(first), 'Of this page');
    await user.click(first.getByText('Save changes'));
    await waitFor(() => expect(saves()).toHaveLength(1));
    change({ title: 'Of another page', description: 'New text' });
    const errors = [{ field: 'title', code: 'request.changed_meanwhile', detail: 'Changed meanwhile' }];
    answer(problem(409, 'request.changed_meanwhile', { errors }));
    expect(await first.findByText(/^This was saved in another tab or by somebody else/)).toBeTruthy();
    expect(await first.findByText('Changed meanwhile')).toBeTruthy();
    expect(titleIn(first).value).toBe('Of this page');
    expect(first.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('New text');
    await saveAgain(first);
    await waitFor(() => expect(saves()).toHaveLength(2));
    answer();
    await closed('Edit lnk.test/code1');
    expect(await bodiesOf(saves())).toEqual([
      { title: 'Of this page', expected: { title: 'Old title' } },
      { title: 'Of this page', expected: { title: 'Of another page' } },
    ]);
  });

  it('saves also where a process of the former release answers', async () => {
    const { answer, saves } = show();
    const first = await edit('lnk.test/code1', 'Sent');
    await user.click(first.getByText('Save changes'));
    const errors = [{ field: 'expected', code: 'request.field_unknown', detail: 'Unknown' }];
    answer(problem(400, 'request.invalid', { errors }));
    await closed('Edit lnk.test/code1');
    expect(await bodiesOf(saves())).toEqual([{ title: 'Sent', expected: { title: '' } }, { title: 'Sent' }]);
  });

  it('says at once where what was typed before a reload lies over what somebody else has saved since', async () => {
    show({ title: 'Old title', system_targeting: { ios: 'https://ios.example/', android: 'https://old.example/' } });
    const before = await edit('lnk.test/code1', ' here');
    const ios = before.getByLabelText('iOS URL');
    await user.clear(ios);
    await user.click(ios);
    await user.paste('https://typed.example/');
    cleanup();
    const { answer, saves } = show({
      title: 'Of another page',
      system_targeting: { ios: 'https://ios.example/', android: 'https://theirs.example/' },
    });
    const first = await edit('lnk.test/code1');
    expect(await first.findByText(/^This was saved in another tab or by somebody else/)).toBeTruthy();
    expect(titleIn(first).value).toBe('Old title here');
    answer();
    await user.click(first.getByText('Save changes'));
    await closed('Edit lnk.test/code1');
    expect(await bodiesOf(saves())).toEqual([
      {
        title: 'Old title here',
        system_targeting: { ios: 'https://typed.example/', android: 'https://theirs.example/' },
        expected: {
          title: 'Of another page',
          system_targeting: { ios: 'https://ios.example/', android: 'https://theirs.example/' },
        },
      },
    ]);
  });

  it('keeps what was typed over a link that is changed and then deleted meanwhile, and lists it no longer', async () => {
    const { answer, saves, vanish } = show({ title: 'Old title' });
    const first = await edit('lnk.test/code1', ' here');
    await user.click(first.getByText('Save changes'));
    await waitFor(() => expect(saves()).toHaveLength(1));
    vanish();
    answer(problem(409, 'request.changed_meanwhile'));
    expect(await first.findByText('Detail of links.not_found')).toBeTruthy();
    expect([titleIn(first).value, isBusy(first, 'Save changes')]).toEqual(['Old title here', false]);
    await waitFor(() => expect(screen.queryByText('lnk.test/code1')).toBeNull());
  });

  const draftNow = (): unknown =>
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith('edit_draft'))
      .map((key) => JSON.parse(sessionStorage.getItem(key) ?? ''));

  it.each([
    ['saved', undefined],
    ['refused', problem(409, 'request.changed_meanwhile')],
  ])(
    'leaves what was typed on a page that was opened since, where a save of the one before is %s',
    async (_, refusal) => {
      const former = show({ title: 'Old title' });
      const before = await edit('lnk.test/code1', ' sent');
      await user.click(before.getByText('Save changes'));
      await waitFor(() => expect(former.saves()).toHaveLength(1));
      cleanup();
      show({ title: 'Old title' });
      const since = await edit('lnk.test/code1', ', and newer');
      const newer = [{ title: 'Old title sent, and newer', under: { title: 'Old title' } }];
      expect(draftNow()).toEqual(newer);
      former.answer(refusal);
      const said = refusal ? /^The changes to lnk.test\/code1 are not saved/ : 'lnk.test/code1 is saved';
      expect(await screen.findByText(said)).toBeTruthy();
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect([draftNow(), titleIn(since).value]).toEqual([newer, 'Old title sent, and newer']);
    },
  );

  it('keeps what was typed on a page that is gone over what that page has saved itself', async () => {
    const { answer, saves } = show();
    const first = await edit('lnk.test/code1', 'Sent');
    await user.click(first.getByText('Save changes'));
    await waitFor(() => expect(saves()).toHaveLength(1));
    await user.click(titleIn(first));
    await user.paste(', typed on');
    cleanup();
    answer();
    await waitFor(() => expect(draftNow()).toEqual([{ title: 'Sent, typed on', under: { title: 'Sent' } }]));
  });

  it('gives up what was typed over what another person has saved, and shows that', async () => {
    const { answer, saves, change } = show({ title: 'Old title' });
    const first = await edit('lnk.test/code1', ' here');
    await user.click(first.getByText('Save changes'));
    await waitFor(() => expect(saves()).toHaveLength(1));
    change({ title: 'Of another page' });
    answer(problem(409, 'request.changed_meanwhile'));
    await first.findByText(/^This was saved in another tab or by somebody else/);
    await user.click(first.getByText('Discard'));
    expect(titleIn(first).value).toBe('Of another page');
    expect(first.queryByText(/^This was saved in another tab or by somebody else/)).toBeNull();
  });

  it('keeps it that the password is to go, which was said after the save was sent', async () => {
    const { answer, saves } = show({ has_password: true });
    const first = await edit('lnk.test/code1', 'Sent');
    await user.click(first.getByText('Save changes'));
    await waitFor(() => expect(saves()).toHaveLength(1));
    await user.click(first.getByText('Remove password'));
    answer();
    expect(await screen.findByText('lnk.test/code1 is saved')).toBeTruthy();
    expect(isOpen('Edit lnk.test/code1')).toBe(true);
    await saveAgain(first);
    await closed('Edit lnk.test/code1');
    expect(await bodiesOf(saves())).toEqual([
      { title: 'Sent', expected: { title: '' } },
      { password: null, expected: {} },
    ]);
  });

  it('takes the password off once', async () => {
    const { answer, saves } = show({ has_password: true });
    const first = await edit('lnk.test/code1');
    await user.click(first.getByText('Remove password'));
    await user.click(first.getByText('Save changes'));
    await waitFor(() => expect(saves()).toHaveLength(1));
    await user.click(titleIn(first));
    await user.paste('Typed on');
    answer();
    expect(await screen.findByText('lnk.test/code1 is saved')).toBeTruthy();
    await saveAgain(first);
    await closed('Edit lnk.test/code1');
    expect(await bodiesOf(saves())).toEqual([
      { password: null, expected: {} },
      { title: 'Typed on', expected: { title: '' } },
    ]);
  });

  it('tells of a save that failed out of sight, and shows what was typed again', async () => {
    const { answer } = await saveAndLeave();
    const second = await edit('lnk.test/code2', 'Of the second');
    answer(problem(503, 'service.unavailable'));
    await screen.findByText('The changes to lnk.test/code1 are not saved. Detail of service.unavailable');
    expect(second.queryByText('The changes could not be saved')).toBeNull();
    await user.click(screen.getByText('Show changes'));
    const first = await opened('Edit lnk.test/code1');
    expect(titleIn(first).value).toBe('Of the first');
    expect(first.getByText('The changes could not be saved')).toBeTruthy();
    expect(isBusy(first, 'Save changes')).toBe(false);
    // Over the other one, which is still there with what was typed.
    await user.click(first.getByText('Cancel'));
    await user.click(await screen.findByText('Discard changes'));
    await closed('Edit lnk.test/code1');
    expect([isOpen('Edit lnk.test/code2'), titleIn(second).value]).toEqual([true, 'Of the second']);
  });

  it('closes the question of the link that was deleted alone', async () => {
    const { answer } = await deleteAndLeave();
    const second = await remove('lnk.test/code2');
    expect(isBusy(second, 'Delete link')).toBe(false);
    answer();
    expect(await screen.findByText('lnk.test/code1 is deleted')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('lnk.test/code1')).toBeNull());
    expect(isOpen('Delete lnk.test/code2?')).toBe(true);
  });

  it('tells of a deletion that failed out of sight on the page, and at no other link', async () => {
    const { answer } = await deleteAndLeave();
    answer(problem(503, 'service.unavailable'));
    expect(await screen.findByText('lnk.test/code1 is not deleted. Detail of service.unavailable')).toBeTruthy();
    for (const address of ['lnk.test/code2', 'lnk.test/code1']) {
      const question = await remove(address);
      expect(question.queryByText('Detail of service.unavailable')).toBeNull();
      await leave(`Delete ${address}?`);
    }
  });
});
