import { useTranslation } from '@linkway/kit/i18n';
import { Modal } from '@linkway/kit/ui';
import styles from './palette.module.css';
import { paletteKeys } from './use-keys';

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('frame');
  const keys = [
    ['/', t('keys.search')],
    ['c', t('keys.create')],
    ['?', t('keys.help')],
    [paletteKeys(), t('keys.palette')],
    ['F6', t('keys.toasts')],
    ['Esc', t('keys.close')],
  ];
  return (
    <Modal open title={t('keys.title')} footer={null} width={440} onCancel={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, text]) => (
          <div key={key} className={styles.key}>
            <dt>{text}</dt>
            <dd>
              <kbd className={styles.kbd}>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
