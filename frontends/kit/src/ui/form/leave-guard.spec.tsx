import { beforeAll, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage, startApp } from '../../../testing';
import { LeaveGuard, useGuarded } from './leave-guard';

beforeAll(() => startApp());

function Part({ unsaved }: { unsaved: boolean }) {
  useGuarded(unsaved);
  return null;
}
const page = (parts: readonly boolean[]) => (
  <LeaveGuard>
    {parts.map((unsaved, part) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is what stands at its place
      <Part key={part} unsaved={unsaved} />
    ))}
  </LeaveGuard>
);
/** Whether another tab was opened at once. */
const openTab = (): boolean => {
  let opened = false;
  act(() => {
    opened = window.dispatchEvent(new CustomEvent('dashboardTabChange', { detail: {}, cancelable: true }));
  });
  return opened;
};

it('asks once for all forms that hold what is not saved, and goes on where that was meant', async () => {
  renderPage(page([true, true, false]));
  const opened = jest.fn();
  const listen = (event: Event): void => void (event.defaultPrevented || opened());
  window.addEventListener('dashboardTabChange', listen);
  expect(openTab()).toBe(false);
  expect(await screen.findAllByRole('dialog')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opened).not.toHaveBeenCalled();
  expect(openTab()).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
  window.removeEventListener('dashboardTabChange', listen);
});

it('asks no more once all is saved, or its form is gone', () => {
  const { rerender } = renderPage(page([true, true]));
  rerender(page([false, true]));
  expect(openTab()).toBe(false);
  rerender(page([false]));
  expect(openTab()).toBe(true);
});
