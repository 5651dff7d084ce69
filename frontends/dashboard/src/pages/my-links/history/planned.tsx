import { api, asProblem, type ScheduledChange } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { useState } from 'react';
import { Author } from './author';
import styles from './history.module.css';
import { useRenew } from './use-history';
import { useWords } from './use-words';

interface Props {
  linkId: string;
  change: ScheduledChange;
  /** It is not there any more, nor is the button that was pressed. */
  onGone: () => void;
}

const stateOf = ({ state }: ScheduledChange) => (state === 'coming' || state === 'failed' ? state : 'unneeded');

/** A change that is coming, or that came to nothing. */
export function Planned({ linkId, change, onGone }: Props) {
  const { t } = useTranslation('my-links');
  const { dateTime } = useFormats();
  const words = useWords();
  const renew = useRenew(linkId);
  const [busy, setBusy] = useState(false);
  const isComing = change.state === 'coming';
  const time = dateTime(change.due_at);
  const cancel = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.DELETE('/api/links/{id}/scheduled-changes/{change_id}', {
        params: { path: { id: linkId, change_id: change.id } },
      });
      if (isComing) toast(t('history.cancelled'));
      onGone();
    } catch (error) {
      toast(asProblem(error).detail, { kind: 'error' });
      setBusy(false);
    }
    renew();
  };
  return (
    <li className={styles.item}>
      <p className={styles.head}>
        <strong>{t(`history.state.${stateOf(change)}`, { time })}</strong>
        <span className={styles.muted}>
          <Author by={change.by} />
        </span>
      </p>
      {change.detail && <p className={styles.failure}>{change.detail}</p>}
      <dl className={styles.facts}>
        {Object.entries(change.changes).map(([field, value]) => (
          <div key={field}>
            <dt>{words.field(field)}</dt>
            <dd>{words.to(field, value)}</dd>
          </div>
        ))}
      </dl>
      <Button
        size="small"
        loading={busy}
        aria-label={isComing ? t('history.cancel_of', { time }) : t('history.dismiss_of', { time })}
        onClick={() => void cancel()}
      >
        {isComing ? t('history.cancel') : t('history.dismiss')}
      </Button>
    </li>
  );
}
