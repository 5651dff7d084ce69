import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Link } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { isolated } from '../../../data/isolated';
import Tab from '../../../tab';
import { aCampaign, aLink, namesOf, pageOf } from '../../fixtures';
import { undoOf } from './use-bulk-actions';

const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const links = [aLink(1), aLink(2)];
const [first, second] = links as [Link, Link];
type Answer = { id: string; changed: boolean; code: string | null; detail: string | null };

function show(answers: Answer[], more: Routes = {}): Request[] {
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/tags': { body: { data: [], has_more: false } },
    'GET /api/links': { body: pageOf(links) },
    'POST /api/links/bulk': { body: { data: answers } },
    ...more,
  });
  renderPage(
    <>
      <Tab tab="my-links" />
      <Toaster />
    </>,
    { path: '/dashboard?tab=my-links' },
  );
  return requests;
}
const select = async (address: string): Promise<void> => user.click(await screen.findByLabelText(`Select ${address}`));
const sent = async (requests: Request[]): Promise<unknown[]> =>
  Promise.all(requests.filter(({ url }) => url.endsWith('/bulk')).map((request) => request.clone().json()));
const done = ({ id }: Link): Answer => ({ id, changed: true, code: null, detail: null });

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

describe('the same with many links', () => {
  it('pauses those that are selected, and takes it back', async () => {
    const requests = show([done(first), done(second)]);
    await select('lnk.test/code1');
    await select('lnk.test/code2');
    const bar = within(await screen.findByRole('group', { name: /selected/i }));
    await user.click(bar.getByText('Pause'));
    await user.click(await screen.findByText('Undo'));
    const ids = [first.id, second.id];
    await waitFor(async () =>
      expect(await sent(requests)).toEqual([
        { ids, action: 'pause' },
        { ids, action: 'activate' },
      ]),
    );
    const post = requests.find(({ url }) => url.endsWith('/bulk'));
    expect(post?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('leads the focus to what takes it back, and says what could not be', async () => {
    const refused = { id: first.id, changed: false, code: 'service.busy', detail: 'Linkway is busy' };
    let asked = 0;
    show([], {
      'POST /api/links/bulk': () => {
        asked += 1;
        return { body: { data: asked === 1 ? [done(first)] : [refused] } };
      },
    });
    await select('lnk.test/code1');
    await user.click(within(await screen.findByRole('group', { name: /selected/i })).getByText('Pause'));
    const undo = await screen.findByText('Undo');
    await waitFor(() => expect(document.activeElement).toBe(undo.closest('button')));
    await user.click(undo);
    expect(await screen.findByText(/1 link could not be set back. Linkway is busy/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.closest('[data-row]')).not.toBeNull());
  });

  it('says why nothing was changed', async () => {
    const answers = [{ ...done(first), changed: false }];
    show(answers);
    await select('lnk.test/code1');
    await user.click(within(await screen.findByRole('group', { name: /selected/i })).getByText('Activate'));
    expect(await screen.findByText('Nothing to change: the links are so already')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.closest('[data-row]')).not.toBeNull());
  });

  it('says what was refused, and keeps it selected', async () => {
    const refused = { id: second.id, changed: false, code: 'links.not_found', detail: 'There is no such link' };
    show([done(first), refused]);
    await select('lnk.test/code1');
    await select('lnk.test/code2');
    await user.click(within(await screen.findByRole('group', { name: /selected/i })).getByText('Activate'));
    expect(await screen.findByText(/There is no such link/)).toBeTruthy();
    expect((await screen.findByLabelText<HTMLInputElement>('Select lnk.test/code2')).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Select lnk.test/code1').checked).toBe(false);
  });

  it('puts them into a campaign, or into none, once that is said', async () => {
    const spring = aCampaign(1, { name: 'Spring' });
    const requests = show([done(first)], { 'GET /api/campaign-names': namesOf(spring) });
    const put = async (campaign: string, times: number) => {
      await select('lnk.test/code1');
      await user.click(within(await screen.findByRole('group', { name: /selected/i })).getByText('Change'));
      await user.click(await screen.findByLabelText('What to change'));
      await user.click(await screen.findByTitle('Set campaign'));
      const save = await screen.findByText('Change 1 link', { selector: 'button *' });
      await user.click(save);
      expect(await screen.findByText('Choose a campaign, or none')).toBeTruthy();
      await user.click(screen.getByLabelText('Campaign'));
      await user.click(await screen.findByTitle(campaign));
      await user.click(save);
      await waitFor(async () => expect(await sent(requests)).toHaveLength(times));
      await waitFor(() => expect(screen.queryByRole('group', { name: /selected/i })).toBeNull());
    };
    await put(`${isolated('Spring')} · Running`, 1);
    await put('No campaign', 2);
    expect(await sent(requests)).toEqual([
      { ids: [first.id], action: 'set-campaign', campaign_id: spring.id },
      { ids: [first.id], action: 'set-campaign', campaign_id: null },
    ]);
  });

  it('asks once before it deletes, naming the number', async () => {
    const requests = show([done(first), done(second)]);
    await select('lnk.test/code1');
    await select('lnk.test/code2');
    await user.click(within(await screen.findByRole('group', { name: /selected/i })).getByText('Delete'));
    expect(await screen.findByText('Delete 2 links?')).toBeTruthy();
    expect(await sent(requests)).toEqual([]);
    await user.click(screen.getByText('Delete 2 links'));
    await waitFor(async () => expect(await sent(requests)).toEqual([{ ids: [first.id, second.id], action: 'delete' }]));
  });
});

it('takes tags off again that a link was given, and no others', () => {
  const changed = [
    { ...done(first), tags: ['a'] },
    { ...done(second), tags: ['a', 'b'] },
  ];
  expect(undoOf({ action: 'add-tags', tags: ['a', 'b'] }, { changed, refused: [] }, links)).toEqual([
    [[first.id], { action: 'remove-tags', tags: ['a'] }],
    [[second.id], { action: 'remove-tags', tags: ['a', 'b'] }],
  ]);
  expect(undoOf({ action: 'delete' }, { changed, refused: [] }, links)).toEqual([]);
});

it('puts links back into the campaigns that they were in', () => {
  const before = [aLink(1, { campaign_id: 'a' }), aLink(2), aLink(3, { campaign_id: 'a' })];
  const changed = before.map(done);
  expect(undoOf({ action: 'set-campaign', campaign_id: 'b' }, { changed, refused: [] }, before)).toEqual([
    [[aLink(1).id, aLink(3).id], { action: 'set-campaign', campaign_id: 'a', expected: { campaign_id: 'b' } }],
    [[aLink(2).id], { action: 'set-campaign', campaign_id: null, expected: { campaign_id: 'b' } }],
  ]);
});
