import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setLanguage } from '@linkway/kit/i18n';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import '../tab';
import { FramesNote } from './frames-note';

const CHECK = 'POST /api/links/check-destination';
const always: Routes = { 'GET /api/auth/csrf': { body: { csrf_token: 'token' } } };
const answered = (framing: string) => ({ [CHECK]: { body: { site: null, framing } } });
const shown = (requests: Request[]) => requests.filter(({ url }) => url.includes('check-destination'));

function show(url: string, routes: Routes, domainId?: string): Request[] {
  const requests = serveApi({ ...always, ...routes });
  renderPage(<FramesNote url={url} {...(domainId && { domainId })} />, { path: '/dashboard?tab=create' });
  return requests;
}

beforeAll(() => startApp());
afterEach(async () => {
  cleanup();
  await setLanguage('en');
});

describe('the note on frames', () => {
  it('says that the page of an address does not let itself be framed', async () => {
    const requests = show('https://bank.example/', answered('forbidden'), '01a1f8b9-0000-7000-8000-000000000900');
    expect(await screen.findByText(/^This page does not let itself be framed/)).toBeTruthy();
    const [request] = shown(requests);
    expect(await request?.json()).toEqual({
      url: 'https://bank.example/',
      domain_id: '01a1f8b9-0000-7000-8000-000000000900',
    });
    expect(shown(requests)).toHaveLength(1);
  });

  it.each(['allowed', 'unknown'])('says nothing where that is %s', async (framing) => {
    const requests = show(`https://${framing}.example/`, answered(framing));
    await waitFor(() => expect(shown(requests)).toHaveLength(1), { timeout: 3_000 });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('says nothing of an address that cannot be asked, and asks for none that is half typed', async () => {
    const requests = show('https://ill.example/', { [CHECK]: problem(429, 'links.changes_exceeded') });
    await waitFor(() => expect(shown(requests)).toHaveLength(1), { timeout: 3_000 });
    expect(screen.getByRole('status').textContent).toBe('');
    cleanup();
    expect(shown(show('exam', answered('forbidden')))).toEqual([]);
  });
});
