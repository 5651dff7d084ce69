import { api, asProblem, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { translator } from '@linkway/kit/i18n';
import { guestDeviceId } from './device';
import { guestLinks } from './guest-links';
import { forgetGuestLinks } from './use-guest-links';

/** Where the answer takes longer the dashboard opens without them, and they arrive later. */
const MOST_MS = 5_000;

/** How many are the account's now, and how many it may not have in this month. */
interface Outcome {
  claimed: number;
  left: number;
}

/** Takes this browser's links over into the account that is signed in. Those that are nobody's any more leave the list as well. */
async function claimGuestLinks(): Promise<Outcome> {
  const link_ids = guestLinks().map(({ id }) => id);
  if (link_ids.length === 0) return { claimed: 0, left: 0 };
  const { claimed, refused } = await body(
    api.POST('/api/links/claim', { body: { device_id: guestDeviceId(), link_ids } }),
  );
  const unknown = refused.filter(({ code }) => code === 'links.not_found').map(({ id }) => id);
  forgetGuestLinks([...claimed, ...unknown]);
  return { claimed: claimed.length, left: refused.length - unknown.length };
}

/** Never fails: what could not be taken over stays in the list, from where it can be once more. */
export async function claimAndTell(): Promise<void> {
  const t = translator('recent');
  try {
    const { claimed, left } = await claimGuestLinks();
    if (claimed > 0) toast(t('claimed', { count: claimed }));
    if (left > 0) toast(t('left', { count: left }), { kind: 'error' });
  } catch (error) {
    toast(t('claim_failed', { reason: asProblem(error).detail }), { kind: 'error' });
  }
}

/** The same for who has just registered, and waits for nothing else. */
export const takeAlong = (): Promise<unknown> =>
  Promise.race([claimAndTell(), new Promise((late) => window.setTimeout(late, MOST_MS))]);
