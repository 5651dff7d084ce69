import { Button } from 'antd';
import { useTexts } from '../texts';
import styles from './form.module.css';

interface Props {
  /** It is there still, but what it is typed over was saved by somebody else meanwhile. */
  overtaken?: boolean;
  onDiscard: () => void;
}

/** Over a form in which is what was typed before, until that is known or given up. */
export function Restored({ overtaken = false, onDiscard }: Props) {
  const { t } = useTexts();
  return (
    <p className={styles.restored} role="status">
      {overtaken ? t('overtaken') : t('restored')} <Button onClick={onDiscard}>{t('restored_discard')}</Button>
    </p>
  );
}
