import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { renderPage, startApp } from '@linkway/kit/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { namespaces } from '../../locales';
import QuickActions from './quick-actions';

beforeAll(() => startApp(namespaces));
afterEach(() => void jest.useRealTimers());

const scrollTo = (y: number): void => {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  fireEvent.scroll(window);
};

it('leads a guest to sign-in, registration and home', async () => {
  renderPage(<QuickActions />);
  fireEvent.click(await screen.findByRole('button', { name: 'Quick actions' }));
  const entries = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(entries).toEqual([
    ['Log in', '/login'],
    ['Create account', '/register'],
    ['Home', '/'],
  ]);
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(screen.queryAllByRole('link')).toHaveLength(0);
});

it('hides on the way down and is back after 2 s without scrolling', async () => {
  renderPage(<QuickActions />);
  const box = (await screen.findByRole('button', { name: 'Quick actions' })).parentElement;
  jest.useFakeTimers();
  scrollTo(300);
  expect(box?.hasAttribute('inert')).toBe(true);
  act(() => {
    jest.advanceTimersByTime(1_900);
  });
  expect(box?.hasAttribute('inert')).toBe(true);
  act(() => {
    jest.advanceTimersByTime(200);
  });
  expect(box?.hasAttribute('inert')).toBe(false);
});
