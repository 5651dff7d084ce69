import { afterEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useUnsaved } from './use-unsaved';

type GoOn = () => void;

function form(unsaved = true) {
  const ask = jest.fn<(goOn: GoOn) => void>();
  const { rerender } = renderHook((is: boolean) => useUnsaved(is, ask), { initialProps: unsaved });
  const goOn = (): Promise<void> => act(async () => ask.mock.lastCall?.[0]());
  return { ask, rerender, goOn };
}
const openTab = (): boolean =>
  window.dispatchEvent(new CustomEvent('dashboardTabChange', { detail: { tab: 'overview' }, cancelable: true }));
const leavePage = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** The browser's own, as far as a form asks it. */
function browserNavigation(traverseTo: (key: string) => Promise<unknown>) {
  const navigation = Object.assign(new EventTarget(), {
    traverseTo: jest.fn((key: string) => ({ committed: traverseTo(key) })),
  });
  Object.defineProperty(window, 'navigation', { value: navigation, configurable: true });
  const back = (): boolean =>
    navigation.dispatchEvent(
      Object.assign(new Event('navigate', { cancelable: true }), {
        navigationType: 'traverse',
        destination: { key: 'before' },
      }),
    );
  return { navigation, back };
}
afterEach(() => {
  Reflect.deleteProperty(window, 'navigation');
});

it('asks before another tab is opened, and objects to leaving the page', () => {
  const { ask, rerender } = form();
  expect(openTab()).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(leavePage()).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
  rerender(false);
  expect([openTab(), leavePage()]).toEqual([true, true]);
});

it('lets through what was gone on with, once: a form that is still there asks again', async () => {
  const { ask, goOn } = form();
  const opened = jest.fn();
  const listen = (event: Event): void => {
    if (!event.defaultPrevented) opened((event as CustomEvent).detail);
  };
  window.addEventListener('dashboardTabChange', listen);
  openTab();
  await goOn();
  expect(opened.mock.calls).toEqual([[{ tab: 'overview' }]]);
  expect(openTab()).toBe(false);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(leavePage()).toBe(false);
  window.removeEventListener('dashboardTabChange', listen);
});

it.each([
  ['that leads somewhere', () => Promise.resolve()],
  ['that leads nowhere', () => Promise.reject(new Error('aborted'))],
])('holds Back up, passes it on once, and asks again after one %s', async (_, traverseTo) => {
  const { navigation, back } = browserNavigation(traverseTo);
  const passed: boolean[] = [];
  navigation.traverseTo.mockImplementation(() => {
    passed.push(back());
    return { committed: traverseTo() };
  });
  const { ask, goOn } = form();
  expect(back()).toBe(false);
  await goOn();
  expect(navigation.traverseTo).toHaveBeenCalledWith('before');
  expect(passed).toEqual([true]);
  expect(back()).toBe(false);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('asks before a link of the page leads on, and lets it through once that is meant', async () => {
  const { ask, goOn } = form();
  document.body.innerHTML = '<a href="/?tab=users"><b>Users</b></a><a href="/?tab=users" target="_blank">Beside</a>';
  const [inside, beside] = [document.querySelector('b'), document.querySelector('[target]')];
  const followed = jest.fn();
  // As the router does: at the root, and the browser itself goes nowhere.
  const follow = (event: MouseEvent): void => {
    if (!event.defaultPrevented) followed((event.target as Element).textContent);
    event.preventDefault();
  };
  document.body.addEventListener('click', follow);
  const press = (on: Element | null, how: MouseEventInit = {}): unknown =>
    on?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }));
  press(inside);
  expect([followed.mock.calls.length, ask.mock.calls.length]).toEqual([0, 1]);
  press(beside);
  press(inside, { ctrlKey: true });
  expect([followed.mock.calls, ask.mock.calls.length]).toEqual([[['Beside'], ['Users']], 1]);
  await goOn();
  expect(followed).toHaveBeenCalledTimes(3);
  document.body.removeEventListener('click', follow);
  document.body.innerHTML = '';
});
