import { Button } from 'antd';
import { useTexts } from '../texts';
import styles from './form.module.css';

interface Props {
  /** Where there is more to say than that it is there again. */
  text?: string;
  onDiscard: () => void;
}

/** Over a form in which is what was typed before, until that is known or given up. */
export function Restored({ text, onDiscard }: Props) {
  const { t } = useTexts();
  return (
    <p className={styles.restored} role="status">
      {text ?? t('restored')} <Button onClick={onDiscard}>{t('restored_discard')}</Button>
    </p>
  );
}
