import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setLanguage } from '@linkway/kit/i18n';
import { loadSession, resumeSession, signOut } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { namespaces } from '../../locales';
import { LandingPage } from './landing-page';

const domain = (n: number) => ({
  id: `0198f3a0-0000-7000-8000-00000000000${n}`,
  domain_name: `d${n}.example`,
  description: `Domain ${n}`,
  price: 0,
  is_free: true,
  is_active: true,
  sort_order: n,
});
const link = {
  id: '1',
  short_code: 'abc123',
  short_url: 'https://d0.example/abc123',
  original_url: 'https://example.com/long',
  domain: null,
  created_at: '2026-01-01T00:00:00Z',
  limit: 5,
  remaining: 3,
};
const routes: Routes = {
  'GET /api/domains': { body: { data: [domain(0)] } },
  'GET /api/guest/quota': { body: { limit: 5, used: 1, remaining: 4 } },
  'GET /api/auth/csrf': { body: { csrf_token: 'a' } },
  'POST /api/guest/links': { status: 201, body: link },
};
const creations = (requests: Request[]) => requests.filter(({ method }) => method === 'POST');

async function open(changed: Routes = {}): Promise<Request[]> {
  const requests = serveApi({ ...routes, ...changed });
  renderPage(<LandingPage />);
  await waitFor(() => expect(document.body.textContent).toContain('d0.example'));
  return requests;
}
const url = () => screen.getByLabelText<HTMLInputElement>('Your long link');
const code = () => screen.getByLabelText<HTMLInputElement>('Custom code (optional)');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Shorten' });

beforeAll(async () => {
  await startApp(namespaces);
  await resumeSession();
});
beforeEach(() => {
  sessionStorage.clear();
  localStorage.removeItem('guest_device_id');
  localStorage.removeItem('guest_links');
});

describe('the guest form', () => {
  it('writes how many are left as a number is written', async () => {
    await open({ 'GET /api/guest/quota': { body: { limit: 10_000, used: 395, remaining: 9_605 } } });
    expect(await screen.findByText('9,605 of 10,000 free links left today. No account needed.')).toBeTruthy();
  });

  it('makes a short link and says how many are left', async () => {
    const requests = await open();
    expect(button().disabled).toBe(true);
    expect(await screen.findByText('4 of 5 free links left today. No account needed.')).toBeTruthy();
    await userEvent.type(url(), 'https://example.com/long');
    await userEvent.click(button());
    expect(await screen.findByRole('link', { name: 'd0.example/abc123' })).toBeTruthy();
    expect(await screen.findByRole('img', { name: 'QR code of d0.example/abc123' })).toBeTruthy();
    expect(screen.getByText('3 of 5 free links left today. No account needed.')).toBeTruthy();
    expect(url().value).toBe('');

    const [sent] = creations(requests);
    expect(sent?.headers.get('idempotency-key')).toMatch(/.{20}/);
    expect(await sent?.json()).toEqual({
      url: 'https://example.com/long',
      domain_id: domain(0).id,
      device_id: localStorage.getItem('guest_device_id'),
    });
  });

  it('says until when a link of a guest works, where it ends', async () => {
    await open({ 'POST /api/guest/links': { status: 201, body: { ...link, expires_at: '2026-12-30T12:00:00.000Z' } } });
    await userEvent.type(url(), 'https://example.com/long{Enter}');
    expect(await screen.findByText('d0.example/abc123 works until 30/12/2026.')).toBeTruthy();
  });

  it('scrolls the result into view after 300 ms', async () => {
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
    await open();
    await userEvent.type(url(), 'https://example.com/long{Enter}');
    await screen.findByRole('link', { name: 'd0.example/abc123' });
    expect(scroll).not.toHaveBeenCalled();
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(1));
    scroll.mockRestore();
  });

  it('says at the field what is wrong before it asks the API, on Enter also with the button disabled', async () => {
    const requests = await open();
    await userEvent.type(url(), '{Enter}');
    expect(await screen.findByText('Please enter a URL to shorten')).toBeTruthy();
    expect(document.activeElement).toBe(url());
    await userEvent.type(url(), 'example.com');
    await userEvent.type(code(), 'a b{Enter}');
    expect(await screen.findByText(/^Invalid URL/)).toBeTruthy();
    expect(screen.getByText(/^Custom code can only contain/)).toBeTruthy();
    expect(url().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(url());
    expect(creations(requests)).toHaveLength(0);
  });

  it('offers the address with the scheme that is missing, and takes the result before away with a refusal', async () => {
    await open();
    await userEvent.type(url(), 'https://example.com/long{Enter}');
    expect(await screen.findByText('Your short link is ready')).toBeTruthy();
    await userEvent.type(url(), 'example.com/next{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Use https://example.com/next' }));
    expect(screen.queryByText('Your short link is ready')).toBeNull();
    expect([url().value, document.activeElement]).toEqual(['https://example.com/next', url()]);
    expect(screen.queryByRole('button', { name: /^Use https/ })).toBeNull();
    await userEvent.clear(url());
    await userEvent.type(url(), 'https://example{Enter}');
    expect(await screen.findByText('The address needs a complete domain name, such as example.com')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Use https/ })).toBeNull();
  });

  it('cuts nothing that is pasted: a long address and a long code are told', async () => {
    const requests = await open();
    const long = `https://example.com/?token=${'t'.repeat(4200)}&signature=THE-END`;
    await userEvent.click(url());
    await userEvent.paste(long);
    expect(url().value).toBe(long);
    await userEvent.click(button());
    expect(await screen.findByText('This text is too long.')).toBeTruthy();
    expect([url().value, url().getAttribute('aria-invalid'), document.activeElement]).toEqual([long, 'true', url()]);
    await userEvent.click(code());
    await userEvent.paste('c'.repeat(80));
    expect(code().value).toHaveLength(80);
    expect(creations(requests)).toHaveLength(0);
  });

  it("shows the API's refusal at its field and keeps what was typed", async () => {
    await open({
      'POST /api/guest/links': problem(409, 'links.code_taken', {
        errors: [{ field: 'custom_code', code: 'links.code_taken', detail: 'The code mine is already in use' }],
      }),
    });
    await userEvent.type(url(), 'https://example.com/long');
    await userEvent.type(code(), 'mine{Enter}');
    expect(await screen.findByText('The code mine is already in use')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(code()));
    expect(url().value).toBe('https://example.com/long');
  });

  it('keeps the focus at the button while it is busy, sends once, and leads to what failed', async () => {
    let answer = (): void => {};
    const requests = await open({
      'POST /api/guest/links': () =>
        new Promise((resolve) => {
          answer = () => resolve(problem(503, 'service.unavailable'));
        }),
    });
    await userEvent.type(url(), 'https://example.com/long');
    await userEvent.click(button());
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Shortening…' });
    expect([busy.disabled, busy.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    await userEvent.click(busy);
    answer();
    const told = (await screen.findByText('Error creating short link')).closest('[role=alert]');
    expect(document.activeElement).toBe(told);
    expect(creations(requests)).toHaveLength(1);
  });

  it('leads from the button that has no use any more to what came of it', async () => {
    await open();
    await userEvent.type(url(), 'https://example.com/long');
    await userEvent.click(button());
    const made = await screen.findByRole('region', { name: 'Your short link is ready' });
    expect(document.activeElement).toBe(made);
    serveApi({ ...routes, 'POST /api/guest/links': problem(429, 'links.guest_limit', { params: { limit: 5 } }) });
    await userEvent.type(url(), 'https://example.com/sixth');
    await userEvent.click(button());
    await screen.findByText(/^You've reached the limit of 5 free links/);
    expect(document.activeElement?.textContent).toMatch(/^You've reached the limit/);
  });

  it('tries an unanswered submission again under the same key, and another one under its own', async () => {
    let up = false;
    const requests = await open({
      'POST /api/guest/links': () => (up ? { status: 201, body: link } : problem(503, 'service.unavailable')),
    });
    await userEvent.type(url(), 'https://example.com/long{Enter}');
    expect(await screen.findByText('Error creating short link')).toBeTruthy();
    up = true;
    await userEvent.click(button());
    await screen.findByRole('link', { name: 'd0.example/abc123' });
    await userEvent.type(url(), 'https://example.com/long{Enter}');
    await waitFor(() => expect(creations(requests)).toHaveLength(3));
    const [first, again, other] = creations(requests).map((request) => request.headers.get('idempotency-key'));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('makes no second link of what is sent again after a reload', async () => {
    const before = serveApi({ ...routes, 'POST /api/guest/links': () => new Promise<never>(() => {}) });
    const { unmount } = renderPage(<LandingPage />);
    await waitFor(() => expect(document.body.textContent).toContain('d0.example'));
    await userEvent.type(url(), 'https://example.com/long{Enter}');
    await waitFor(() => expect(creations(before)).toHaveLength(1));
    unmount();
    const requests = await open();
    await userEvent.click(button());
    await screen.findByRole('link', { name: 'd0.example/abc123' });
    await userEvent.type(url(), 'https://example.com/long{Enter}');
    await waitFor(() => expect(creations(requests)).toHaveLength(2));
    const key = (request?: Request) => request?.headers.get('idempotency-key');
    expect(key(requests.find(({ method }) => method === 'POST'))).toBe(key(creations(before)[0]));
    expect(key(creations(requests)[1])).not.toBe(key(creations(before)[0]));
  });

  describe('that is sent before the domains are there', () => {
    const early = async (domains: Routes[string]) => {
      let answer = (): void => {};
      const later = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const requests = serveApi({ ...routes, 'GET /api/domains': () => later.then(() => domains as { body: object }) });
      renderPage(<LandingPage />);
      await userEvent.type(url(), 'https://example.com/long{Enter}');
      await screen.findByRole('button', { name: 'Shortening…' });
      expect(screen.queryByText('Please select a domain')).toBeNull();
      expect(creations(requests)).toEqual([]);
      return { requests, answer };
    };

    it('makes its link once they are, and one only', async () => {
      const { requests, answer } = await early({ body: { data: [domain(0)] } });
      answer();
      await screen.findByRole('link', { name: 'd0.example/abc123' });
      expect(creations(requests)).toHaveLength(1);
    });

    it('waits for what is still being written', async () => {
      const { requests, answer } = await early({ body: { data: [domain(0)] } });
      await userEvent.type(url(), 'er');
      answer();
      await waitFor(() => expect(button().disabled).toBe(false));
      expect(creations(requests)).toEqual([]);
    });

    it('goes no further when they do not come', async () => {
      const { requests, answer } = await early(problem(503, 'service.unavailable'));
      answer();
      await screen.findAllByText('Detail of service.unavailable');
      await waitFor(() => expect(button().disabled).toBe(true));
      expect(creations(requests)).toEqual([]);
    });
  });

  it('keeps what is typed while a link is made', async () => {
    let answer = (): void => {};
    await open({
      'POST /api/guest/links': () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 201, body: link });
        }),
    });
    await userEvent.type(url(), 'https://example.com/long');
    await userEvent.type(code(), 'mine{Enter}');
    await screen.findByRole('button', { name: 'Shortening…' });
    await userEvent.clear(url());
    await userEvent.type(url(), 'https://example.com/next');
    answer();
    await screen.findByRole('link', { name: 'd0.example/abc123' });
    expect([url().value, code().value]).toEqual(['https://example.com/next', '']);
  });

  it('tells who is at the limit, with the way to an account', async () => {
    await open({ 'GET /api/guest/quota': { body: { limit: 5, used: 5, remaining: 0 } } });
    expect(
      await screen.findByText("You've reached the limit of 5 free links per day. Please register to create more!"),
    ).toBeTruthy();
    await userEvent.type(url(), 'https://example.com');
    expect(button().disabled).toBe(true);
  });

  it('learns of the limit also from a refusal', async () => {
    await open({
      'GET /api/guest/quota': problem(503, 'service.unavailable'),
      'POST /api/guest/links': problem(429, 'links.guest_limit', { params: { limit: 7 } }),
    });
    await userEvent.type(url(), 'https://example.com{Enter}');
    expect(await screen.findByText(/^You've reached the limit of 7 free links/)).toBeTruthy();
    expect(button().disabled).toBe(true);
  });

  it('keeps what was typed over a reload', async () => {
    serveApi(routes);
    const { unmount } = renderPage(<LandingPage />);
    await userEvent.type(url(), 'https://example.com/kept');
    await userEvent.type(code(), 'mine');
    unmount();
    await open();
    expect([url().value, code().value]).toEqual(['https://example.com/kept', 'mine']);
  });
});

describe('of a member', () => {
  const ann = { id: '1', email: 'ann@example.com', role: 'user', monthly_links_limit: 50, monthly_links_used: 0 };
  const signIn = async (me: object, more: Routes = {}) => {
    const requests = serveApi({ ...routes, 'GET /api/me': { body: me }, ...more });
    await act(loadSession);
    return requests;
  };
  afterEach(async () => {
    serveApi({ ...routes, 'POST /api/auth/logout': { status: 204 } });
    await act(signOut);
  });

  it('what was typed comes back after a reload, but not to another account', async () => {
    await signIn(ann);
    const first = renderPage(<LandingPage />);
    await userEvent.type(url(), 'https://example.com/of-ann');
    first.unmount();
    const second = renderPage(<LandingPage />);
    await waitFor(() => expect(url().value).toBe('https://example.com/of-ann'));
    second.unmount();

    const kept = sessionStorage.getItem('draft:shorten') ?? '';
    expect(kept).toContain('of-ann');
    serveApi({ ...routes, 'POST /api/auth/logout': { status: 204 } });
    await act(signOut);
    sessionStorage.setItem('draft:shorten', kept);
    await signIn({ ...ann, id: '2' });
    const third = renderPage(<LandingPage />);
    await waitFor(() => expect(document.body.textContent).toContain('d0.example'));
    expect(url().value).toBe('');
    third.unmount();
  });

  it('what was typed goes at a sign-out: neither who is there then nor who signs in next finds it', async () => {
    await signIn(ann);
    const first = renderPage(<LandingPage />);
    await userEvent.type(url(), 'https://example.com/of-ann');
    serveApi({ ...routes, 'POST /api/auth/logout': { status: 204 } });
    await act(signOut);
    expect([url().value, sessionStorage.getItem('draft:shorten')]).toEqual(['', null]);
    // What a visitor types after that stays.
    await userEvent.type(url(), 'https://example.com/of-nobody');
    expect(url().value).toBe('https://example.com/of-nobody');
    first.unmount();
    await signIn({ ...ann, id: '2' });
    const second = renderPage(<LandingPage />);
    expect(url().value).toBe('https://example.com/of-nobody');
    second.unmount();
  });

  it('what was typed stays theirs when their session ends under them', async () => {
    await signIn(ann);
    const first = renderPage(<LandingPage />);
    await userEvent.type(url(), 'https://example.com/of-ann');
    serveApi({ ...routes, 'GET /api/me': problem(401, 'auth.unauthenticated') });
    await act(loadSession);
    expect(url().value).toBe('https://example.com/of-ann');
    first.unmount();
    const again = renderPage(<LandingPage />);
    expect(url().value).toBe('https://example.com/of-ann');
    again.unmount();
    await signIn({ ...ann, id: '2' });
    const second = renderPage(<LandingPage />);
    expect(url().value).toBe('');
    second.unmount();
  });

  it('is told that another account is signed in now, and may go on as that', async () => {
    await signIn(ann, { 'POST /api/links': problem(409, 'session.other_account') });
    const page = renderPage(<LandingPage />);
    await waitFor(() => expect(document.body.textContent).toContain('d0.example'));
    await userEvent.type(url(), 'https://example.com/of-ann{Enter}');
    expect(await screen.findByText('Detail of session.other_account')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go on as the other account' })).toBeTruthy();
    expect(url().value).toBe('https://example.com/of-ann');
    page.unmount();
  });

  it('may log in again beside what was typed', async () => {
    await signIn(ann, { 'POST /api/links': problem(401, 'links.login_required') });
    const page = renderPage(<LandingPage />);
    await waitFor(() => expect(document.body.textContent).toContain('d0.example'));
    await userEvent.type(url(), 'https://example.com/of-ann{Enter}');
    const link = await screen.findByRole('link', { name: 'Log in in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/login', '_blank']);
    expect(url().value).toBe('https://example.com/of-ann');
    page.unmount();
  });
});

describe('a change of the language', () => {
  afterEach(() => act(() => setLanguage('en')));

  it('changes what is said already: a broken rule, and a refusal of the API', async () => {
    await open({
      'POST /api/guest/links': problem(409, 'links.code_taken', {
        params: { code: 'mine' },
        errors: [{ field: 'custom_code', code: 'links.code_taken', detail: 'The code mine is already in use' }],
      }),
    });
    await userEvent.type(url(), 'example.com{Enter}');
    expect(await screen.findByText(/^Invalid URL/)).toBeTruthy();
    await act(() => setLanguage('vi'));
    expect(screen.getByText(/^URL không hợp lệ/)).toBeTruthy();
    await act(() => setLanguage('en'));

    await userEvent.clear(url());
    await userEvent.type(url(), 'https://example.com');
    await userEvent.type(code(), 'mine{Enter}');
    expect(await screen.findByText('The code mine is already in use')).toBeTruthy();
    await act(() => setLanguage('vi'));
    expect(await screen.findByText('Mã mine đã được dùng. Vui lòng chọn mã khác')).toBeTruthy();
  });
});

describe('the domains', () => {
  const many = { 'GET /api/domains': { body: { data: [0, 1, 2, 3, 4, 5, 6, 7].map(domain) } } };
  const cards = () => screen.getAllByRole('button', { name: /^Use this domain/ });

  it('shows six first, then all', async () => {
    await open(many);
    expect(cards()).toHaveLength(6);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(cards()).toHaveLength(8);
    await userEvent.click(screen.getByRole('button', { name: 'Show less' }));
    expect(cards()).toHaveLength(6);
  });

  it('puts the chosen one into the form', async () => {
    const requests = await open(many);
    await userEvent.click(screen.getByRole('button', { name: 'Use this domain: d3.example' }));
    expect(screen.getByLabelText<HTMLSelectElement>('Domain').value).toBe(domain(3).id);
    await userEvent.type(url(), 'https://example.com{Enter}');
    await waitFor(() => expect(creations(requests)).toHaveLength(1));
    expect(await creations(requests)[0]?.json()).toMatchObject({ domain_id: domain(3).id });
  });

  it('keeps paid and inactive ones from guests', async () => {
    await open({
      'GET /api/domains': {
        body: { data: [domain(0), { ...domain(1), is_free: false }, { ...domain(2), is_active: false }] },
      },
    });
    // A single one is nothing to choose.
    expect(screen.queryByRole('button', { name: /^Use this domain/ })).toBeNull();
    expect(screen.getByText(/^Your short links begin with d0.example\./)).toBeTruthy();
    expect(screen.queryByText(/d1\.example|d2\.example/)).toBeNull();
    expect(screen.queryByLabelText('Domain')).toBeNull();
  });

  it('says that they did not load, and tries again', async () => {
    let up = false;
    serveApi({
      ...routes,
      'GET /api/domains': () => (up ? { body: { data: [domain(0)] } } : problem(503, 'service.unavailable')),
    });
    renderPage(<LandingPage />);
    expect((await screen.findAllByText('Detail of service.unavailable')).length).toBeGreaterThan(0);
    up = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('d0.example/')).toBeTruthy();
  });

  it('come by themselves once there is a network again', async () => {
    let up = false;
    serveApi({
      ...routes,
      'GET /api/domains': () => {
        if (!up) throw new TypeError('no network');
        return { body: { data: [domain(0)] } };
      },
    });
    renderPage(<LandingPage />);
    const said = 'Linkway cannot be reached. Check your connection and try again.';
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
    up = true;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('d0.example/')).toBeTruthy();
    expect(screen.queryByText(said)).toBeNull();
  });
});
