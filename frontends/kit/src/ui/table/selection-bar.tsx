import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/format';
import { useTexts } from '../texts';
import styles from './data-table.module.css';

interface Props {
  count: number;
  onClear: () => void;
  /** What can be done with all of them. */
  children: ReactNode;
}

/** Stays at the foot of the window as long as anything is selected. */
export function SelectionBar({ count, onClear, children }: Props) {
  const { t } = useTexts();
  const { number } = useFormats();
  return (
    <div className={styles.bar} role="group" aria-label={t('bulk')}>
      <span aria-live="polite">{t('selected', { count, shown: number(count) })}</span>
      <span className={styles.barActions}>
        {children}
        <Button onClick={onClear}>{t('clear_selection')}</Button>
      </span>
    </div>
  );
}
