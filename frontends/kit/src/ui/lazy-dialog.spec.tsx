import { afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { startApp } from '../../testing';
import { Toaster } from '../base';
import { lazyDialog } from '.';

beforeAll(() => startApp());
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  globalThis.fetch = async () => new Response(null, { status: 503 });
});
afterEach(() => {
  jest.restoreAllMocks();
});

interface Props {
  onClose: () => void;
}
const Shown = () => <div role="dialog">Here</div>;
type Loaded = { default: typeof Shown };

/** A page whose button opens the dialog, and so does the key `k`. */
function show(load: () => Promise<Loaded>) {
  const Dialog = lazyDialog<Props>(load, ({ onClose }) => onClose());
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)} onKeyDown={({ key }) => key === 'k' && setOpen(true)}>
          Open
        </button>
        {open && <Dialog onClose={() => setOpen(false)} />}
        <Toaster />
      </>
    );
  }
  render(<Page />);
  const button = screen.getByRole('button', { name: 'Open' });
  return { button, busy: () => [button.ariaBusy, button.dataset.waiting] };
}

it('is seen to be on its way at what was pressed, where that takes a while', async () => {
  const { promise, resolve } = Promise.withResolvers<Loaded>();
  const { button, busy } = show(() => promise);
  fireEvent.click(button);
  expect(busy()).toEqual([null, undefined]);
  await waitFor(() => expect(busy()).toEqual(['true', '']));
  await act(async () => resolve({ default: Shown }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(busy()).toEqual([null, undefined]);
});

it('is on its way at the foot of the page where a key has opened it', async () => {
  const { promise, resolve } = Promise.withResolvers<Loaded>();
  const { button, busy } = show(() => promise);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2_000);
  fireEvent.keyDown(button, { key: 'k' });
  expect(await screen.findByText('Loading')).toBeTruthy();
  expect(busy()).toEqual([null, undefined]);
  await act(async () => resolve({ default: Shown }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
});

it('says at what was pressed that it did not come, and another press tries again', async () => {
  const load = jest.fn<() => Promise<Loaded>>();
  for (const _ of [1, 2]) load.mockRejectedValueOnce(new Error('no chunk'));
  load.mockResolvedValue({ default: Shown });
  const { button, busy } = show(load);
  fireEvent.click(button);
  const said = await screen.findByRole('alert');
  expect(said.textContent).toBe('The rest works as usual. Try again in a moment.');
  // Not among the messages at the foot.
  expect(said.closest('[data-toasts]')).toBeNull();
  expect([load.mock.calls.length, busy()]).toEqual([2, [null, undefined]]);
  fireEvent.pointerDown(button);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  fireEvent.click(button);
  expect(await screen.findByRole('dialog')).toBeTruthy();
});
