import { api, asProblem } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { loadSession } from '@linkway/kit/session';
import { Button } from '@linkway/kit/ui';
import { useState } from 'react';
import { focusPage } from '../layout/focus-page';
import styles from './frame.module.css';

/** Over every page of an account that will be deleted: until when, and the way back. */
export function DeletionNotice({ at }: { at: string }) {
  const { t } = useTranslation('frame');
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const keep = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.DELETE('/api/me/deletion');
      await loadSession();
      void client.invalidateQueries({ queryKey: ['me'] });
      toast(t('deletion.kept'));
      // The button goes with the notice.
      focusPage();
    } catch (error) {
      setBusy(false);
      toast(t('deletion.not_kept', { reason: asProblem(error).detail }), { kind: 'error' });
    }
  };
  return (
    <section className={styles.notice} aria-label={t('deletion.label')}>
      <div className={styles.noticeText}>
        <strong>{t('deletion.title', { date: dateTime(at) })}</strong>
        <p>{t('deletion.text')}</p>
      </div>
      <Button loading={busy} onClick={() => void keep()}>
        {t('deletion.keep')}
      </Button>
    </section>
  );
}
