import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useBack } from './back';

const settled = (): Promise<void> => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 50))));
const back = async (): Promise<void> => {
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.back();
  await act(async () => void (await arrived));
  await settled();
};
const place = (): string => window.location.search;

/** Something over the page. It closes when it is asked to, unless it `asks` first. */
function layer(asks = false) {
  const asked = jest.fn();
  const { rerender, unmount } = renderHook(
    (open: boolean) =>
      useBack(open, () => {
        asked();
        if (!asks) rerender(false);
      }),
    { initialProps: true },
  );
  return { asked, show: () => rerender(true), close: () => rerender(false), unmount };
}

beforeEach(async () => {
  await settled();
  window.history.pushState(null, '', '?before');
  window.history.pushState({ usr: 'kept' }, '', '?list');
});

it('is closed by Back, and the page stays; the next Back leaves it', async () => {
  const { asked } = layer();
  await back();
  expect([asked.mock.calls.length, place()]).toEqual([1, '?list']);
  expect(window.history.state).toEqual({ usr: 'kept' });
  await back();
  expect([asked.mock.calls.length, place()]).toEqual([1, '?before']);
});

it('leaves nothing behind when it is closed by itself', async () => {
  const { close } = layer();
  await settled();
  close();
  await settled();
  await back();
  expect(place()).toBe('?before');
});

it('stays where it asks first, and is asked again by the next Back', async () => {
  const { asked, close } = layer(true);
  await back();
  await back();
  expect([asked.mock.calls.length, place()]).toEqual([2, '?list']);
  close();
  await settled();
  await back();
  expect(place()).toBe('?before');
});

it('takes the uppermost of several first', async () => {
  const below = layer();
  const above = layer();
  await back();
  expect([below.asked.mock.calls.length, above.asked.mock.calls.length]).toEqual([0, 1]);
  await back();
  expect([below.asked.mock.calls.length, place()]).toEqual([1, '?list']);
});

it('stands for the one that opens as another closes', async () => {
  const first = layer();
  await settled();
  first.close();
  const second = layer();
  await settled();
  await back();
  expect([second.asked.mock.calls.length, place()]).toEqual([1, '?list']);

  const third = layer();
  await settled();
  third.close();
  // The browser is on its way back already.
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 1))));
  const fourth = layer();
  await settled();
  await back();
  expect([fourth.asked.mock.calls.length, place()]).toEqual([1, '?list']);
});

it('is gone with its page: Back from the next page leads to the page that it was over', async () => {
  const { unmount, asked } = layer();
  await settled();
  window.history.pushState(null, '', '?next');
  unmount();
  await settled();
  expect(place()).toBe('?next');
  await back();
  expect(place()).toBe('?list');
  await back();
  expect([place(), asked.mock.calls.length]).toEqual(['?before', 0]);
});
