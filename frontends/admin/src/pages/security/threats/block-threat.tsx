import type { Threat } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Confirm } from '@linkway/kit/ui/form';
import { Select } from '@linkway/kit/ui/input';
import type { Dialog } from '@linkway/kit/ui/table';
import { useState } from 'react';
import { DURATIONS, type Duration, endOf } from '../blocked/duration';
import { useThreatActs } from '../use-threats';
import styles from './threats.module.css';

/** Asks for how long the address of a threat is to be blocked. */
export function BlockThreat({ dialog }: { dialog: Dialog<Threat> }) {
  const { t } = useTranslation('security');
  const { block } = useThreatActs();
  const [duration, setDuration] = useState<Duration>('day');
  const { id, ip_address } = dialog.of;
  const address = ip_address ?? '';
  return (
    <Confirm
      dialog={dialog}
      title={t('threats.block_title', { address })}
      text={
        <>
          <p className={styles.question}>
            {t('blocked.confirm_text')} {t('threats.resolves')}
          </p>
          <Select
            id={`block_duration_${id}`}
            aria-label={t('blocked.duration')}
            className={styles.duration}
            value={duration}
            onChange={setDuration}
            options={DURATIONS.map((value) => ({ value, label: t(`blocked.for.${value}`) }))}
          />
        </>
      }
      confirm={t('blocked.block')}
      failed={t('threats.block_failed')}
      danger
      act={() => block(id, endOf(duration))}
      onDone={() => toast(t('blocked.done', { address }))}
      onLateFailure={({ detail }) => toast(`${t('threats.block_failed')}: ${detail}`, { kind: 'error' })}
    />
  );
}
