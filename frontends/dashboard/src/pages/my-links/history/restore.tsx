import { api, type LinkVersion } from '@linkway/kit/api';
import { ErrorCard, toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Ghost } from '@linkway/kit/ui';
import { Confirm, submissions } from '@linkway/kit/ui/form';
import { useState } from 'react';
import type { OneDialog } from '../../../parts/use-one-dialog';
import { Differences } from './differences';
import styles from './history.module.css';
import { useCompared, useRenew } from './use-history';

interface Props {
  dialog: OneDialog;
  linkId: string;
  version: LinkVersion;
}

/** Says what a version would change, and has the link be so again. */
export function Restore({ dialog, linkId, version: { version, at } }: Props) {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const { dateTime } = useFormats();
  const renew = useRenew(linkId);
  // Asked again after a break, it is the same restore.
  const [keys] = useState(() => submissions(`restore:${linkId}`));
  const { data, failure, isFetching, refresh } = useCompared(linkId, version);
  return (
    <Confirm
      dialog={dialog}
      title={at === null ? t('history.restore_earliest') : t('history.restore_title', { time: dateTime(at) })}
      text={
        <>
          {!data && failure && (
            <ErrorCard error={failure} title={t('history.not_compared')} retry={refresh} busy={isFetching} />
          )}
          {!data && !failure && <Ghost height={96} />}
          {data && (
            <>
              <p>{data.restorable.length > 0 ? t('history.restore_text') : t('history.restore_same')}</p>
              <Differences of={data.restorable} />
              {data.others.some(({ field }) => field === 'has_password') && (
                <p className={styles.muted}>{t('history.password_stays')}</p>
              )}
              {data.others.some(({ field }) => field === 'campaign_id') && (
                <p className={styles.muted}>{t('history.campaign_stays')}</p>
              )}
            </>
          )}
        </>
      }
      confirm={t('history.restore')}
      failed={t('history.not_restored')}
      act={() =>
        api.POST('/api/links/{id}/versions/{version}/restore', {
          params: { path: { id: linkId, version }, header: { 'Idempotency-Key': keys.keyFor({ version }) } },
        })
      }
      onDone={() => {
        keys.answered();
        toast(t('history.restored'));
        renew();
      }}
      onLateFailure={({ detail }) => toast(`${t('history.not_restored')} ${detail}`, { kind: 'error' })}
    />
  );
}
