import { useTranslation } from '@linkway/kit/i18n';
import { PageHead, usePageParams } from '@linkway/kit/ui';
import { Blocked } from './blocked/blocked';
import styles from './security-page.module.css';
import { Settings } from './settings/settings';

export default function SecurityPage() {
  const { t } = useTranslation('security');
  usePageParams();
  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <div className={styles.cards}>
        <Settings />
        <Blocked />
      </div>
    </>
  );
}
