import { useTranslation } from '@linkway/kit/i18n';
import { PageHead } from '@linkway/kit/ui';
import { Blocked } from './blocked/blocked';
import styles from './security-page.module.css';
import { Settings } from './settings/settings';
import { Statistics } from './statistics/statistics';
import { useThreatQuery } from './threats/threat-query';
import { Threats } from './threats/threats';

export default function SecurityPage() {
  const { t } = useTranslation('security');
  const [query, change] = useThreatQuery();
  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <div className={styles.cards}>
        <Statistics />
        <Threats query={query} change={change} />
        <Settings />
        <Blocked />
      </div>
    </>
  );
}
