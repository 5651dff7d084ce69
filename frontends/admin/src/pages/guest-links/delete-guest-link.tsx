import type { ListedGuestLink } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { ConfirmDelete, type Dialog } from '@linkway/kit/ui/form';
import { shortOf } from './short-of';
import { useGuestLinkActs } from './use-guest-links';

/** Asks before a guest's link is gone for good, naming it. */
export default function DeleteGuestLink({ dialog }: { dialog: Dialog<ListedGuestLink> }) {
  const { t } = useTranslation('guest-links');
  const { remove } = useGuestLinkActs();
  const name = shortOf(dialog.of);
  return (
    <ConfirmDelete
      dialog={dialog}
      title={t('delete.title', { name })}
      text={t('delete.text')}
      confirm={t('delete.confirm')}
      failed={t('delete.failed')}
      remove={() => remove(dialog.of.id)}
      isGone={({ code }) => code === 'links.not_found'}
      onDone={() => toast(t('delete.done', { name }))}
      onLateFailure={({ detail }) => toast(`${t('delete.failed')}: ${detail}`, { kind: 'error' })}
    />
  );
}
