import { type ApiProblem, api, asProblem, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { translator } from '@linkway/kit/i18n';
import { guestDeviceId } from './device';
import { guestLinks } from './guest-links';
import { forgetGuestLinks, markUnclaimable } from './use-guest-links';

/** Where the answer takes longer the dashboard opens without them, and they arrive later. */
const MOST_MS = 5_000;

/** How many links were not taken over: `left` may be this month or next, `unclaimable` never. */
export interface Untaken {
  left: number;
  unclaimable: number;
  problem: ApiProblem | null;
}

/** Takes this browser's links over into the account that is signed in. What the API does not know as this browser's stays listed, marked. */
async function claim(): Promise<{ claimed: number; left: number; unclaimable: number }> {
  const link_ids = guestLinks().flatMap(({ id, unclaimable }) => (unclaimable ? [] : [id]));
  if (link_ids.length === 0) return { claimed: 0, left: 0, unclaimable: 0 };
  const { claimed, refused } = await body(
    api.POST('/api/links/claim', { body: { device_id: guestDeviceId(), link_ids } }),
  );
  const unknown = refused.filter(({ code }) => code === 'links.not_found').map(({ id }) => id);
  forgetGuestLinks(claimed);
  markUnclaimable(unknown);
  return { claimed: claimed.length, left: refused.length - unknown.length, unclaimable: unknown.length };
}

/** Never fails, and tells what was taken over. What was not stays in the list, and is the caller's to tell. */
export async function claimGuestLinks(): Promise<Untaken> {
  try {
    const { claimed, ...untaken } = await claim();
    if (claimed > 0) toast(translator('recent')('claimed', { count: claimed }));
    return { ...untaken, problem: null };
  } catch (error) {
    return { left: 0, unclaimable: 0, problem: asProblem(error) };
  }
}

export function untakenTexts(
  t: ReturnType<typeof translator<'recent'>>,
  { left, unclaimable, problem }: Untaken,
): string[] {
  return [
    ...(left > 0 ? [t('left', { count: left })] : []),
    ...(unclaimable > 0 ? [t('unclaimable', { count: unclaimable })] : []),
    ...(problem ? [t('claim_failed', { reason: problem.detail })] : []),
  ];
}

async function claimAndTell(): Promise<void> {
  const untaken = await claimGuestLinks();
  // The page that asks for that takes them along afterwards.
  if (untaken.problem?.code === 'auth.email_confirmation_required') return;
  for (const text of untakenTexts(translator('recent'), untaken)) toast(text, { kind: 'error' });
}

/** The same for who has just registered, and waits for nothing else. */
export const takeAlong = (): Promise<unknown> =>
  Promise.race([claimAndTell(), new Promise((late) => window.setTimeout(late, MOST_MS))]);
