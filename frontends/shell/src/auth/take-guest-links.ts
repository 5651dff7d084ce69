import { withTexts } from '@linkway/kit/i18n';
import { guestLinks } from '../guest/guest-links';

const loadClaim = withTexts('recent', () => import('../guest/claim'));

/** What was made in this browser before goes along into a new account. Where the script does not load it stays on the start page. */
export async function takeGuestLinks(): Promise<void> {
  if (guestLinks().length > 0)
    await loadClaim().then(
      ({ takeAlong }) => takeAlong(),
      () => undefined,
    );
}
