import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost, lazyDialog, Panel } from '@linkway/kit/ui';
import { useRef } from 'react';
import { useMe } from '../../../data/queries';
import { type OneDialog, useOneDialog } from '../../../parts/use-one-dialog';
import styles from '../profile-page.module.css';
import { useProfile } from '../use-profile';

interface DialogProps {
  dialog: OneDialog;
}
// Few come for it.
const DeleteAccountDialog = lazyDialog<DialogProps>(
  () => import('./delete-account-dialog'),
  ({ dialog }) => {
    dialog.end();
    dialog.afterClose();
  },
);

/** The way out. Once it was asked for, the notice over every page says until when it can be taken back. */
export function DeleteAccountCard() {
  const { t } = useTranslation('profile');
  const { dateTime } = useFormats();
  const { data: me } = useMe();
  const needsPassword = useProfile().data?.has_password === false;
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useOneDialog('delete-account', () => button.current?.focus());
  return (
    <Panel title={t('deletion.title')}>
      {!me ? (
        <Ghost height={72} />
      ) : me.deletion_at ? (
        <p className={styles.intro}>{t('deletion.pending', { date: dateTime(me.deletion_at) })}</p>
      ) : (
        <>
          <p className={styles.intro}>{needsPassword ? t('deletion.no_password') : t('deletion.text')}</p>
          {!needsPassword && (
            <Button ref={button} danger onClick={dialog.open}>
              {t('deletion.open')}
            </Button>
          )}
        </>
      )}
      {dialog.dialog && <DeleteAccountDialog key={dialog.dialog.id} dialog={dialog.dialog} />}
    </Panel>
  );
}
