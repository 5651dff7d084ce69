import { useTranslation } from '@linkway/kit/i18n';
import { Modal } from '@linkway/kit/ui/dialog';
import styles from './palette.module.css';
import { keys } from './use-keys';

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('frame');
  return (
    <Modal open title={t('keys.title')} footer={null} width={440} onCancel={onClose}>
      <dl className={styles.keys}>
        {keys.map(({ name, shown }) => (
          <div key={name} className={styles.key}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              {shown().map((key) => (
                <kbd key={key} className={styles.kbd}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
