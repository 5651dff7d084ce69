import { type Analytics, ApiProblem } from '@linkway/kit/api';
import { ErrorCard, lazyPart } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { Button, EmptyState, Ghost, PageHead, StaleNotice } from '@linkway/kit/ui';
import { BarChartOutlined, PlusOutlined } from '@linkway/kit/ui/icons';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { fetchSeriesChart, SeriesPanel } from '../../charts/series-panel';
import { useLink } from '../../data/link-search';
import { useEnds } from '../../data/link-state';
import { useIsLive } from '../../data/live-clicks';
import { timezone, useMe } from '../../data/queries';
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
import { OrphanPanel } from './orphan-panel';
import { useStatistics } from './use-statistics';

/** Few links have a test. */
const AbTestPanel = lazyPart(() => import('./ab-test-panel'), { waiting: <Ghost height={240} /> });

export default function AnalyticsPage() {
  const { t } = useTranslation(['analytics', 'dashboard']);
  const [filter, change] = useFilter();
  const { data, failure, stale, old, isFetching, refresh } = useStatistics(filter);
  // The figures first: what is below them is drawn in pieces, between which a slow phone answers.
  const charted = useDeferredValue(data);
  const breaksDown = useDeferredValue(true, false);
  const { data: link, error: missing } = useLink(filter.link);
  const links = useMe().data?.total_links;
  const hasNoLinks = links === 0 && data?.total === 0;
  const isGone = missing instanceof ApiProblem && missing.status === 404;
  // Its files are on their way with those of the page, also before it is known whether there is anything to show.
  useEffect(fetchSeriesChart, []);
  useEnds(useMemo(() => link && [link], [link]));

  if (hasNoLinks && filter.link === null) {
    return (
      <>
        <PageHead title={t('title')} text={t('text')} />
        <EmptyState
          icon={<BarChartOutlined />}
          title={t('no_links')}
          text={t('no_links_text')}
          action={
            <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab('create')}>
              {t('dashboard:create_link')}
            </Button>
          }
          first
        />
      </>
    );
  }
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        text={t('text')}
        action={!isGone && <Live answered={data !== undefined && !stale} />}
      />
      <FilterBar filter={filter} change={change} link={link} isGone={isGone} zone={timezone()} />
      <Sheet statistics={data} link={filter.link} />
      {filter.link !== null && link && (
        <div className={styles.about}>
          <SiteMark url={link.original_url} icon={link.site?.icon_url} />
          <span className={styles.link}>
            <ShortLink url={link.short_url} />
            <Destination url={link.original_url} />
          </span>
          <LinkTags link={link} />
          <ShareButton link={link} />
        </div>
      )}
      {failure ? (
        // Numbers of another link or period are only a place to wait at, never an answer.
        <>
          <ErrorCard error={failure} title={t('failed')} retry={isGone ? undefined : refresh} busy={isFetching} />
          {filter.link !== null && (
            <p className={styles.all}>
              <Button type="link" onClick={() => change({ link: null })}>
                {t('show_all')}
              </Button>
            </p>
          )}
        </>
      ) : (
        <div className={old ? styles.old : undefined} aria-busy={!data || old}>
          <StaleNotice stale={stale} />
          <Figures statistics={data} />
          <SeriesPanel title={t('over_time')} statistics={charted} />
          {breaksDown && link?.ab_test && <AbTestPanel link={link} test={link.ab_test} />}
          {breaksDown && <Breakdowns statistics={charted} kind={filter.kind} />}
          {breaksDown && filter.link !== null && <OrphanPanel link={filter.link} filter={filter} />}
          <p className={styles.credit}>
            {t('places_by')}{' '}
            <a href="https://db-ip.com" target="_blank" rel="noreferrer">
              DB-IP
            </a>
          </p>
        </div>
      )}
    </div>
  );
}

/** On paper: the days, and whether it is about all links. */
function Sheet({ statistics, link }: { statistics: Analytics | undefined; link: string | null }) {
  const { t } = useTranslation(['analytics', 'dashboard']);
  const { date } = useFormats();
  if (!statistics) return null;
  // The end is not part of the period.
  const [from, to] = [date(statistics.from), date(new Date(Date.parse(statistics.to) - 1))];
  return (
    <p className={styles.sheet}>
      {link === null && `${t('all_links')} · `}
      {from === to ? from : `${from} – ${to}`} · {t('zone', { zone: statistics.timezone })}
    </p>
  );
}

/** Live: clicks are told as they come, and what is shown was answered. */
function Live({ answered }: { answered: boolean }) {
  const { t } = useTranslation(['analytics', 'dashboard']);
  const on = useIsLive() && answered;
  return (
    <span className={`${styles.live} ${on ? styles.on : ''}`} title={t('live_help')}>
      {on ? t('live') : t('waiting')}
    </span>
  );
}
