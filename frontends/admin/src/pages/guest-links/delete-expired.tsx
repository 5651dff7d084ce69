import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Confirm, type Dialog } from '@linkway/kit/ui/form';
import { useRef } from 'react';
import { useGuestLinkActs } from './use-guest-links';

/** Asks before all expired links are gone for good, and says how many there were. */
export default function DeleteExpired({ dialog }: { dialog: Dialog<{ id: string }> }) {
  const { t } = useTranslation('guest-links');
  const { number } = useFormats();
  const { removeExpired } = useGuestLinkActs();
  const answer = useRef({ deleted: 0, is_done: true });
  const tell = (): void => {
    const { deleted: count, is_done } = answer.current;
    const deleted = { count, shown: number(count) };
    if (!is_done) toast(t('expired_deletion.going_on', deleted), { kind: 'info' });
    else if (count === 0) toast(t('expired_deletion.none'), { kind: 'info' });
    else toast(t('expired_deletion.done', deleted));
  };
  return (
    <Confirm
      danger
      dialog={dialog}
      title={t('expired_deletion.title')}
      text={t('expired_deletion.text')}
      confirm={t('expired_deletion.confirm')}
      failed={t('expired_deletion.failed')}
      act={async () => {
        answer.current = await removeExpired();
      }}
      onDone={tell}
      onLateFailure={({ detail }) => toast(`${t('expired_deletion.failed')}: ${detail}`, { kind: 'error' })}
    />
  );
}
