import { useTranslation } from '@linkway/kit/i18n';
import { PageHead, Segmented } from '@linkway/kit/ui';
import { Blocked } from './blocked/blocked';
import styles from './link-safety-page.module.css';
import { Quarantined } from './quarantined/quarantined';
import { Reports } from './reports/reports';
import { FILTERS, useSafetyQuery } from './safety-query';

const VIEWS = { quarantined: Quarantined, reports: Reports, blocked: Blocked } as const;

/** Links that are stopped and why, and what no link may lead to. */
export default function LinkSafetyPage() {
  const { t } = useTranslation('link-safety');
  const [query, change] = useSafetyQuery();
  const View = VIEWS[query.view];
  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <div className={styles.views}>
        <Segmented
          aria-label={t('page.views')}
          value={query.view}
          onChange={(view) => change({ view, search: '', appealed: 'false', state: 'open' }, { replace: false })}
          options={FILTERS.view.map((value) => ({ value, label: t(`page.view.${value}`) }))}
        />
      </div>
      <View query={query} change={change} />
    </>
  );
}
