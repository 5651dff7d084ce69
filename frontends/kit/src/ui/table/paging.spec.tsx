import { beforeAll, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startApp } from '../../../testing';
import { Paging } from './paging';

beforeAll(() => startApp());

it('keeps the focus where a step has led to the last page, and leads no further', async () => {
  const next = jest.fn();
  const toTop = jest.fn();
  const steps = (onNext: (() => void) | null) => (
    <Paging label="Links" narrow={false} toTop={toTop} onPrevious={() => {}} onNext={onNext} />
  );
  const { rerender } = render(steps(next));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(next).toHaveBeenCalledTimes(1);
  rerender(steps(null));
  // A disabled one has no focus in a browser.
  expect([button.disabled, button.ariaDisabled, document.activeElement]).toEqual([false, 'true', button]);
  await userEvent.keyboard('{Enter}');
  expect([next.mock.calls.length, toTop.mock.calls.length]).toEqual([1, 1]);
});
