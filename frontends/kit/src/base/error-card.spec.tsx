import { beforeAll, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startApp } from '../../testing';
import { ApiProblem } from '../api';
import { ErrorCard } from './error-card';

beforeAll(() => startApp());

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

it('offers another try, but none where another account is signed in: it would be refused as well', async () => {
  const retry = jest.fn();
  const failed = (code: string) => <ErrorCard error={new ApiProblem({ code, detail: 'Why' })} retry={retry} />;
  const { rerender } = render(failed('service.unavailable'));
  await userEvent.click(screen.getByText('Try again'));
  expect(retry).toHaveBeenCalledTimes(1);
  expect(buttons()).not.toContain('Go on as the other account');
  rerender(failed('session.other_account'));
  expect(buttons()).toContain('Go on as the other account');
  expect(buttons()).not.toContain('Try again');
});

it('tries again by itself once there is a network, where it was the network', () => {
  const retry = jest.fn();
  const failed = (code: string) => <ErrorCard error={new ApiProblem({ code, detail: 'Why' })} retry={retry} />;
  const { rerender, unmount } = render(failed('service.unavailable'));
  const online = () => window.dispatchEvent(new Event('online'));
  online();
  expect(retry).not.toHaveBeenCalled();
  rerender(failed('network.unreachable'));
  online();
  expect(retry.mock.calls).toEqual([[]]);
  unmount();
  online();
  expect(retry).toHaveBeenCalledTimes(1);
});

it.each([
  ['network.unreachable', 0, true],
  ['service.unavailable', 503, true],
  ['http.502', 502, true],
  ['service.internal', 500, true],
  ['links.not_found', 404, false],
  ['access.denied', 403, false],
  ['request.invalid', 400, false],
])('after %s, an answer of %i, says that nothing is lost: %j', (code, status, said) => {
  render(<ErrorCard error={new ApiProblem({ code, status, detail: 'Why' })} />);
  expect(screen.getByText('Why')).toBeTruthy();
  expect(screen.queryByText('Nothing you saved is lost.') !== null).toBe(said);
});

it('says what else is safe where that is not what was saved', () => {
  render(
    <ErrorCard error={new ApiProblem({ code: 'service.unavailable', status: 503, detail: 'Why' })} safe="Typed" />,
  );
  expect(screen.getByText('Typed')).toBeTruthy();
  expect(screen.queryByText('Nothing you saved is lost.')).toBeNull();
});
