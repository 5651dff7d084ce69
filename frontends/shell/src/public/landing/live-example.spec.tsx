import { afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { problem, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { namespaces } from '../../locales';
import LiveExample from './live-example';

const answer = (clicks_count: number | null) => ({
  body: { link: { short_url: 'https://go.example/example', clicks_count } },
});

let look: ((isIntersecting: boolean, top?: number) => void) | null = null;

beforeAll(() => startApp(namespaces));
beforeEach(() => {
  globalThis.IntersectionObserver = class {
    constructor(callback: (entries: { isIntersecting: boolean; boundingClientRect: { top: number } }[]) => void) {
      look = (isIntersecting, top = 0) => act(() => callback([{ isIntersecting, boundingClientRect: { top } }]));
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

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const down = problem(503, 'service.unavailable');

it('shows the link with its code and its clicks, and counts on while it is looked at', async () => {
  jest.useFakeTimers();
  let clicks = 1_233;
  const requests = serveApi({ 'GET /api/example': () => answer(clicks) });
  renderPage(<LiveExample />);
  expect(await screen.findByRole('img', { name: 'QR code of go.example/example' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'go.example/example' }).getAttribute('href')).toBe(
    'https://go.example/example',
  );
  expect(count()).toBe('1,233');
  await pass(30_000);
  expect(requests).toHaveLength(1);

  for (const next of [1_234, 1_235]) {
    clicks = next;
    look?.(true);
    await pass(5_000);
    expect(count()).toBe(next.toLocaleString('en'));
  }
  const asked = requests.length;
  look?.(false);
  await pass(30_000);
  expect(requests).toHaveLength(asked);
});

it('is asked for every 5 s, and every 30 s once nothing has changed for 2 minutes, until somebody comes back', async () => {
  jest.useFakeTimers();
  const requests = serveApi({ 'GET /api/example': answer(1) });
  renderPage(<LiveExample />);
  look?.(true);
  await pass(100_000);
  expect(requests.length).toBeGreaterThanOrEqual(19);
  expect(requests.length).toBeLessThanOrEqual(21);
  await pass(35_000);
  let before = requests.length;
  await pass(120_000);
  expect(requests).toHaveLength(before + 4);
  before = requests.length;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(10_500);
  expect(requests.length).toBeGreaterThanOrEqual(before + 2);
});

it('waits twice as long after each failure, up to a minute, also for who scrolls; a success ends that', async () => {
  jest.useFakeTimers();
  let told: ReturnType<typeof answer> | typeof down = down;
  const requests = serveApi({ 'GET /api/example': () => told });
  renderPage(<LiveExample />);
  look?.(true);
  await pass(100);
  expect(requests).toHaveLength(1);
  for (const wait of [10_000, 20_000, 40_000, 60_000, 60_000]) {
    const before = requests.length;
    look?.(false);
    look?.(true);
    await pass(wait - 500);
    expect(requests).toHaveLength(before);
    await pass(500);
    expect(requests).toHaveLength(before + 1);
  }
  told = answer(7);
  await pass(60_000);
  expect(count()).toBe('7');
  const before = requests.length;
  await pass(5_500);
  expect(requests).toHaveLength(before + 1);
});

it('is not asked for while the page is hidden', async () => {
  jest.useFakeTimers();
  const requests = serveApi({ 'GET /api/example': answer(1) });
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  renderPage(<LiveExample />);
  look?.(true);
  await pass(60_000);
  expect(requests).toHaveLength(0);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(100);
  expect(requests).toHaveLength(1);
  hidden.mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(60_000);
  expect(requests).toHaveLength(1);
  hidden.mockRestore();
});

it('keeps the number while clicks cannot be told', async () => {
  jest.useFakeTimers();
  let told: ReturnType<typeof answer> | typeof down = answer(null);
  serveApi({ 'GET /api/example': () => told });
  renderPage(<LiveExample />);
  look?.(true);
  expect(await screen.findByText('Clicks cannot be shown right now.')).toBeTruthy();
  for (const next of [answer(5), answer(null), down]) {
    told = next;
    await pass(5_500);
    expect(count()).toBe('5');
  }
});

it.each([
  ['there is none', { body: { link: null } }],
  ['it cannot be asked for', down],
])('is not there where %s', async (_when, told) => {
  const requests = serveApi({ 'GET /api/example': told });
  renderPage(<LiveExample />);
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByRole('region')).toBeNull();
});

it('says that it cannot be shown once it has failed twice, and is there when it can be', async () => {
  jest.useFakeTimers();
  let told: ReturnType<typeof answer> | typeof down = down;
  serveApi({ 'GET /api/example': () => told });
  renderPage(<LiveExample />);
  look?.(true);
  const failed = () => screen.queryByText(/cannot be shown right now/);
  await pass(9_500);
  expect(failed()).toBeNull();
  await pass(1_000);
  expect(failed()).toBeTruthy();
  told = answer(7);
  await pass(20_500);
  expect(count()).toBe('7');
  expect(failed()).toBeNull();
  // What was told stays when it fails later.
  told = down;
  await pass(60_000);
  expect(count()).toBe('7');
  expect(failed()).toBeNull();
});

it('gives its room up where there is none, once that is below what is seen', async () => {
  jest.useFakeTimers();
  const requests = serveApi({ 'GET /api/example': { body: { link: null } } });
  const { container } = renderPage(<LiveExample />);
  look?.(true, 300);
  await pass(60_000);
  expect(requests).toHaveLength(1);
  const givenUp = () => container.querySelector('[data-none]') !== null;
  expect(givenUp()).toBe(false);
  look?.(false, -400);
  expect(givenUp()).toBe(false);
  look?.(false, 900);
  expect(givenUp()).toBe(true);
});
