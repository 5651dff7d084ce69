import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { startApp } from '../../testing';
import { ApiProblem } from '../api/problem';
import { ErrorCard } from '../base';
import { StaleNotice } from '../ui';
import { keepPreviousData, QueryClientProvider, usePageQuery } from '.';
import { createQueryClient } from './client';

const away = () => new ApiProblem({ code: 'service.unavailable', status: 503, detail: 'Away.' });
let asked: number[];
let answer: (of: string) => string;

function Page({ of }: { of: string }) {
  const { data, failure, stale, refresh } = usePageQuery({
    queryKey: ['figures', of],
    queryFn: async () => {
      asked.push(Math.round(Date.now() / 1_000));
      return answer(of);
    },
    placeholderData: keepPreviousData,
    refetchInterval: () => 10_000,
  });
  return (
    <>
      <StaleNotice stale={stale} />
      {failure ? <ErrorCard error={failure} retry={refresh} /> : <p>{data ?? 'on its way'}</p>}
      <button type="button" onClick={refresh}>
        Refresh
      </button>
    </>
  );
}
const seconds = (count: number) => act(() => jest.advanceTimersByTimeAsync(count * 1_000));
const text = () => document.body.textContent;
const fail = () => {
  answer = () => {
    throw away();
  };
};

let show: (of: string) => void;
beforeEach(async () => {
  await startApp();
  jest.useFakeTimers({ now: 0 });
  asked = [];
  answer = (of) => `Figures of ${of}`;
  const client = createQueryClient();
  const page = (of: string) => (
    <QueryClientProvider client={client}>
      <Page of={of} />
    </QueryClientProvider>
  );
  let again: ((ui: ReturnType<typeof page>) => void) | undefined;
  show = (of) => {
    if (again) again(page(of));
    else again = render(page(of)).rerender;
  };
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('asks ever more rarely while it fails, shows one card for all that time, and comes back by itself', async () => {
  fail();
  show('a');
  await seconds(2);
  expect(text()).toContain('on its way');
  await seconds(2);
  for (let passed = 0; passed < 200; passed += 1) {
    expect(text()).toContain('Away.');
    await seconds(1);
  }
  const pauses = asked.map((at, place) => at - (asked[place - 1] ?? 0)).slice(0, 8);
  expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60]);
  answer = () => 'Back';
  await seconds(60);
  expect(text()).toContain('Back');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps what was told and says of when it is, at once where it was asked for', async () => {
  show('a');
  await seconds(1);
  fail();
  await act(async () => screen.getByText('Refresh').click());
  await seconds(0);
  expect(screen.getByRole('alert').textContent).toMatch(/^As of \d\d:\d\d · could not be renewed\. Away\./);
  expect(text()).toContain('Figures of a');
  await seconds(30);
  expect(screen.getByRole('alert')).toBeTruthy();
  answer = () => 'New figures';
  await act(async () => screen.getByText('Try again').click());
  await seconds(0);
  expect(text()).toContain('New figures');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('never shows an answer to another question in place of a failure', async () => {
  show('a');
  await seconds(1);
  fail();
  show('b');
  expect(text()).toContain('Figures of a');
  await seconds(4);
  for (let passed = 0; passed < 40; passed += 1) {
    expect(text()).toContain('Away.');
    expect(text()).not.toContain('Figures of a');
    await seconds(1);
  }
  show('a');
  expect(text()).toContain('Figures of a');
});
