import { ApiProblem, asProblem } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Alert, Button, PageHead } from '@linkway/kit/ui';
import { useMemo } from 'react';
import { SeriesPanel } from '../../charts/series-panel';
import { useEnds } from '../../data/link-state';
import { Destination } from '../../parts/destination';
import { LinkTags } from '../../parts/link-tags';
import { ShareButton } from '../../parts/share-link';
import { ShortLink } from '../../parts/short-link';
import { SiteMark } from '../../parts/site-mark';
import styles from './analytics-page.module.css';
import { Breakdowns } from './breakdowns';
import { Figures } from './figures';
import { useFilter } from './filter';
import { FilterBar } from './filter-bar';
import { useLink, useStatistics } from './use-statistics';

export default function AnalyticsPage() {
  const { t } = useTranslation('dashboard');
  const [filter, change] = useFilter();
  const { data, error, isPlaceholderData, refetch } = useStatistics(filter);
  const { data: link, error: missing } = useLink(filter.link);
  const isGone = missing instanceof ApiProblem && missing.status === 404;
  useEnds(useMemo(() => link && [link], [link]));
  // Numbers of another link or period are only a place to wait at, never an answer.
  const failed = error && (!data || isPlaceholderData);

  return (
    <>
      <PageHead
        title={t('analytics.title')}
        text={t('analytics.text')}
        action={!isGone && <Live on={!error && data !== undefined} />}
      />
      <FilterBar filter={filter} change={change} link={link} isGone={isGone} />
      {filter.link !== null && link && (
        <div className={styles.about}>
          <SiteMark url={link.original_url} />
          <span className={styles.link}>
            <ShortLink url={link.short_url} />
            <Destination url={link.original_url} />
          </span>
          <LinkTags link={link} />
          <ShareButton link={link} />
        </div>
      )}
      {failed ? (
        <>
          <ErrorCard error={error} title={t('analytics.failed')} retry={() => void refetch()} />
          {filter.link !== null && (
            <p className={styles.all}>
              <Button type="link" onClick={() => change({ link: null })}>
                {t('analytics.show_all')}
              </Button>
            </p>
          )}
        </>
      ) : (
        <div className={isPlaceholderData ? styles.old : undefined} aria-busy={!data || isPlaceholderData}>
          {error && (
            <Alert
              className={styles.stale}
              type="warning"
              showIcon
              title={t('analytics.stale')}
              description={asProblem(error).detail}
            />
          )}
          <Figures statistics={data} />
          <SeriesPanel title={t('analytics.over_time')} statistics={data} />
          <Breakdowns statistics={data} />
          <p className={styles.credit}>
            {t('analytics.places_by')}{' '}
            <a href="https://db-ip.com" target="_blank" rel="noreferrer">
              DB-IP
            </a>
          </p>
        </div>
      )}
    </>
  );
}

function Live({ on }: { on: boolean }) {
  const { t } = useTranslation('dashboard');
  return (
    <span className={`${styles.live} ${on ? styles.on : ''}`} title={t('analytics.live_help')}>
      {on ? t('analytics.live') : t('analytics.waiting')}
    </span>
  );
}
