import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startApp } from '../../testing';
import { lazyPart } from './lazy-part';

beforeAll(() => startApp());

describe('lazyPart', () => {
  const Page = () => <h1>Here</h1>;
  const load = jest.fn<() => Promise<{ default: typeof Page }>>();
  let answers: number;

  beforeEach(() => {
    load.mockReset();
    // React tells the console of what a boundary caught.
    jest.spyOn(console, 'error').mockImplementation(() => {});
    answers = 200;
    globalThis.fetch = async () => {
      if (answers === 0) throw new TypeError('no network');
      return new Response(null, { status: answers });
    };
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const failing = (times: number): void => {
    for (let time = 0; time < times; time += 1) load.mockRejectedValueOnce(new Error('no chunk'));
    load.mockResolvedValue({ default: Page });
  };

  it('tries once more by itself', async () => {
    failing(1);
    const Part = lazyPart(load);
    render(<Part />);
    expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the server', 503, 'The rest works as usual. Try again in a moment.'],
    ['the network', 0, 'Linkway cannot be reached. Check your connection and try again.'],
  ])('has a card that tells %s, and a retry that loads it', async (_whose, status, text) => {
    failing(2);
    answers = status;
    const Part = lazyPart(load);
    render(<Part />);
    expect(await screen.findByText(text)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
  });

  it('comes by itself once there is a network again, under a card that stays until then, and says why', async () => {
    failing(4);
    answers = 0;
    const Part = lazyPart(load);
    render(<Part />);
    const card = await screen.findByRole('alert');
    const seen: string[] = [];
    const look = new MutationObserver(() => seen.push(document.body.textContent));
    look.observe(document.body, { childList: true, subtree: true, characterData: true });
    const online = () => act(async () => void window.dispatchEvent(new Event('online')));
    answers = 503;
    await online();
    expect(await screen.findByText('The rest works as usual. Try again in a moment.')).toBeTruthy();
    look.disconnect();
    for (const text of seen) expect(text).toMatch(/^This part of Linkway did not load/);
    expect(card.isConnected).toBe(true);
    // The server is no matter of the network.
    const tries = load.mock.calls.length;
    await online();
    expect(load).toHaveBeenCalledTimes(tries);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
  });

  it('is fetched before it is drawn where that is asked for, once, and again where that failed', async () => {
    failing(0);
    const Early = lazyPart(load);
    Early.fetch();
    Early.fetch();
    render(<Early />);
    expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);

    load.mockReset();
    failing(2);
    const Part = lazyPart(load);
    Part.fetch();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { container } = render(<Part />);
    await waitFor(() => expect(container.querySelector('h1')).toBeTruthy());
    expect([load.mock.calls.length, screen.queryByRole('alert')]).toEqual([3, null]);
  });

  it('is drawn by its retry though it was fetched while its card was shown', async () => {
    failing(2);
    const Part = lazyPart(load);
    render(<Part />);
    await screen.findByRole('alert');
    Part.fetch();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(3));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
  });

  it('is tried anew when it is visited again', async () => {
    failing(2);
    const Part = lazyPart(load);
    const { unmount } = render(<Part />);
    await screen.findByRole('alert');
    unmount();
    render(<Part />);
    expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
  });

  it('says it in its frame, or as it is told to', async () => {
    failing(4);
    const Framed = lazyPart(load, { frame: ({ children }) => <div>Header {children}</div> });
    const { unmount } = render(<Framed />);
    expect(await screen.findByText(/Header/)).toBeTruthy();
    unmount();
    const Own = lazyPart(load, { code: 'part.own', failed: ({ code }) => <p>{code}</p> });
    render(<Own />);
    expect(await screen.findByText('part.own')).toBeTruthy();
  });
});
