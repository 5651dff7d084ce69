import { useTranslation } from '@linkway/kit/i18n';
import styles from './fields.module.css';
import { useFraming } from './use-framing';

/** Beside what has a link show its destination in a frame: says where the page there forbids that. */
export function FramesNote({ url, domainId }: { url: string; domainId?: string }) {
  const { t } = useTranslation('create');
  const framing = useFraming(url, domainId);
  return (
    <div role="status">{framing === 'forbidden' && <p className={styles.warning}>{t('form.frames_forbidden')}</p>}</div>
  );
}
