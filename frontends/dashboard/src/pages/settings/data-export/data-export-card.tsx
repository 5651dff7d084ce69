import { useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost, lazyDialog, Panel } from '@linkway/kit/ui';
import { useRef } from 'react';
import { type OneDialog, useOneDialog } from '../../../parts/use-one-dialog';
import { useProfile } from '../../profile/use-profile';
import styles from './data-export.module.css';

interface DialogProps {
  dialog: OneDialog;
}
// Few come for it.
const DataExportDialog = lazyDialog<DialogProps>(
  () => import('./data-export-dialog'),
  ({ dialog }) => {
    dialog.end();
    dialog.afterClose();
  },
);

/** Everything that is held about the account, to take along. */
export function DataExportCard() {
  const { t } = useTranslation('settings');
  const { data: profile, failure } = useProfile();
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useOneDialog('data-export', () => button.current?.focus());
  const needsPassword = profile?.has_password === false;
  return (
    <Panel title={t('export.title')}>
      {!profile && !failure ? (
        <Ghost height={72} />
      ) : (
        <>
          <p className={styles.intro}>{t(needsPassword ? 'export.no_password' : 'export.text')}</p>
          {!needsPassword && (
            <Button ref={button} onClick={dialog.open}>
              {t('export.open')}
            </Button>
          )}
        </>
      )}
      {dialog.dialog && <DataExportDialog key={dialog.dialog.id} dialog={dialog.dialog} />}
    </Panel>
  );
}
