import { afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { problem, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { namespaces } from '../../locales';
import LiveExample from './live-example';

const answer = (clicks_count: number | null) => ({
  body: { link: { short_url: 'https://go.example/example', clicks_count } },
});

let look: ((isIntersecting: boolean) => void) | null = null;

beforeAll(() => startApp(namespaces));
beforeEach(() => {
  globalThis.IntersectionObserver = class {
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      look = (isIntersecting) => act(() => callback([{ isIntersecting }]));
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
});
afterEach(() => {
  look = null;
  jest.useRealTimers();
});
const count = () => screen.getByRole('region').querySelector('strong')?.textContent;

it('shows the link with its code and its clicks, and counts on while it is looked at', async () => {
  let clicks = 1_233;
  const requests = serveApi({ 'GET /api/example': () => answer(clicks) });
  renderPage(<LiveExample />);
  expect(await screen.findByRole('img', { name: 'QR code of go.example/example' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'go.example/example' }).getAttribute('href')).toBe(
    'https://go.example/example',
  );
  expect(count()).toBe('1,233');
  expect(requests).toHaveLength(1);

  jest.useFakeTimers();
  clicks = 1_234;
  look?.(true);
  await waitFor(() => expect(count()).toBe('1,234'));
  clicks = 1_235;
  await act(() => jest.advanceTimersByTimeAsync(3_100));
  expect(count()).toBe('1,235');
  const asked = requests.length;
  look?.(false);
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(requests.length - asked).toBeLessThanOrEqual(1);
});

it('keeps the number while clicks cannot be told', async () => {
  let told: () => ReturnType<typeof answer> | ReturnType<typeof problem> = () => answer(null);
  serveApi({ 'GET /api/example': () => told() });
  renderPage(<LiveExample />);
  expect(await screen.findByText('Clicks cannot be shown right now.')).toBeTruthy();
  for (const next of [() => answer(5), () => answer(null), () => problem(503, 'service.unavailable')]) {
    told = next;
    look?.(true);
    await waitFor(() => expect(count()).toBe('5'));
  }
});

it.each([
  ['there is none', { body: { link: null } }],
  ['it cannot be asked for', problem(503, 'service.unavailable')],
])('is not there where %s', async (_when, told) => {
  const requests = serveApi({ 'GET /api/example': told });
  renderPage(<LiveExample />);
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByRole('region')).toBeNull();
});
