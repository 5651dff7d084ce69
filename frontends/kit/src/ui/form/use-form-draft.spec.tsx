import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { startApp } from '../../../testing';
import { draftStore, foundOver, type TypedOver } from './draft';
import { KitForm } from './kit-form';
import { useFormDraft } from './use-form-draft';

interface Values {
  title: string;
  note: string;
}
const KEY = 'note_draft:';

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

type Draft = ReturnType<typeof useFormDraft<Values>>;

function Page({ saved, told }: { saved: Values; told?: (draft: Draft) => void }) {
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, 'note', saved);
  told?.(draft);
  return (
    <>
      {draft.restored && (
        <button type="button" onClick={draft.restored.onDiscard}>
          Discard
        </button>
      )}
      <KitForm<Values> form={form} initialValues={draft.initial} onValuesChange={draft.keep}>
        <Form.Item name="title" label="Title">
          <Input />
        </Form.Item>
        <Form.Item name="note" label="Note">
          <Input />
        </Form.Item>
      </KitForm>
    </>
  );
}
const kept = (): unknown => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
const title = (): HTMLInputElement => screen.getByLabelText(/Title/);
const note = (): HTMLInputElement => screen.getByLabelText(/Note/);

it('keeps the fields that were typed in, and shows them again over what is saved by then', async () => {
  const { unmount } = render(<Page saved={{ title: 'One', note: 'old' }} />);
  await userEvent.type(title(), ' more');
  expect(kept()).toEqual({ title: 'One more', under: { title: 'One' } });
  unmount();
  render(<Page saved={{ title: 'One', note: 'new' }} />);
  expect(title().value).toBe('One more');
  expect(note().value).toBe('new');
});

it('keeps nothing where all is as it was, and shows that again once it is given up', async () => {
  const { unmount } = render(<Page saved={{ title: 'One', note: '' }} />);
  await userEvent.type(title(), '!');
  await userEvent.type(title(), '{Backspace}');
  expect(kept()).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.type(note(), 'typed');
  unmount();
  render(<Page saved={{ title: 'One', note: '' }} />);
  expect(note().value).toBe('typed');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(note().value).toBe('');
  expect(kept()).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('keeps what was typed on while the rest was being saved', async () => {
  let draft: Draft | undefined;
  render(<Page saved={{ title: 'One', note: '' }} told={(now) => void (draft = now)} />);
  await userEvent.type(title(), ' more');
  await userEvent.type(note(), 'later');
  draft?.settled({ title: 'One more', note: '' });
  expect(kept()).toEqual({ note: 'later', under: { note: '' } });
  expect(draft?.isDirty()).toBe(true);
  draft?.drop();
  expect(kept()).toBeNull();
});

it('stays typed over what somebody else has saved, which the other fields show', async () => {
  let draft: Draft | undefined;
  const told = (now: Draft): void => void (draft = now);
  const { rerender } = render(<Page saved={{ title: 'One', note: 'old' }} told={told} />);
  await userEvent.type(title(), ' more');
  const fresh = { title: 'Two', note: 'new' };
  act(() => draft?.overtakenBy(fresh));
  rerender(<Page saved={fresh} told={told} />);
  expect([title().value, note().value]).toEqual(['One more', 'new']);
  expect([kept(), draft?.restored?.overtaken]).toEqual([{ title: 'One more', under: { title: 'One' } }, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect([title().value, note().value, kept()]).toEqual(['Two', 'new', null]);
});

it('leaves what a page that was opened since has kept', async () => {
  let draft: Draft | undefined;
  const { unmount } = render(<Page saved={{ title: 'One', note: '' }} told={(now) => void (draft = now)} />);
  await userEvent.type(title(), ' sent');
  const gone = draft;
  unmount();
  render(<Page saved={{ title: 'One', note: '' }} />);
  await userEvent.type(note(), 'newer');
  const newer = kept();
  gone?.drop();
  gone?.settled({ title: 'One sent', note: '' });
  gone?.overtakenBy({ title: 'Two', note: '' });
  expect(kept()).toEqual(newer);
});

describe('what was typed, opened later', () => {
  async function reopened(saved: Values, kept = { title: 'One more', under: { title: 'One' } } as object) {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
    let draft: Draft | undefined;
    render(<Page saved={saved} told={(now) => void (draft = now)} />);
    return { title: title().value, overtaken: draft?.restored?.overtaken };
  }

  it('says at once that somebody else has saved the same field since', async () => {
    expect(await reopened({ title: 'Two', note: '' })).toEqual({ title: 'One more', overtaken: true });
    // Who types on has seen it.
    await userEvent.type(title(), '!');
    expect(kept()).toEqual({ title: 'One more!', under: { title: 'Two' } });
  });

  it.each([
    ['the field is as it was', { title: 'One', note: 'new' }],
    ['somebody else has saved the same', { title: 'One more', note: 'new' }],
  ])('is just there again where %s', async (_, saved) => {
    expect(await reopened(saved)).toEqual({ title: 'One more', overtaken: false });
  });

  it('compares by value', async () => {
    const store = draftStore<TypedOver<{ list: string[] }>>(KEY);
    store.keep({ list: ['a', 'b'], under: { list: ['a'] } });
    expect(foundOver(store, { list: ['a'] })?.overtaken).toBe(false);
    expect(foundOver(store, { list: ['c'] })?.overtaken).toBe(true);
  });

  it('is there also where a former release has kept it', async () => {
    expect(await reopened({ title: 'Two', note: '' }, { title: 'One more' })).toEqual({
      title: 'One more',
      overtaken: false,
    });
  });
});
