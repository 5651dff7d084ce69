import { ErrorCard } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { Button, EmptyState, PageHead, StaleNotice, usePageParams } from '@linkway/kit/ui';
import { ClockCircleOutlined, LinkOutlined, PlusOutlined } from '@linkway/kit/ui/icons';
import { SeriesPanel } from '../../charts/series-panel';
import { useMe } from '../../data/queries';
import { StatCards } from '../../parts/stat-cards';
import styles from './overview-page.module.css';
import { PlanCard } from './plan-card';
import { TopLinks } from './top-links';
import { useOverview } from './use-overview';

export default function OverviewPage() {
  const { t } = useTranslation(['overview', 'dashboard']);
  const { data, late, failure, stale, isFetching, refresh } = useOverview();
  const me = useMe();
  usePageParams();
  // Links are counted by their own service: what it knows does not wait for the clicks.
  const links = data ?? (me.data && { total_links: me.data.total_links, links_this_month: me.data.monthly_links_used });
  const clicks = late ? null : data;
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab('create')}>
      {t('dashboard:create_link')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('title')} text={t('text')} action={create} />
      {late && !me.data && me.failure ? (
        <ErrorCard
          error={failure ?? me.failure}
          title={t('failed')}
          retry={() => {
            refresh();
            me.refresh();
          }}
          busy={isFetching}
        />
      ) : (
        <>
          <StaleNotice stale={stale ?? me.stale} />
          <StatCards
            stats={[
              { label: t('total_links'), value: links && (links.total_links ?? null) },
              { label: t('total_clicks'), value: clicks && clicks.total_clicks },
              { label: t('links_this_month'), value: links && (links.links_this_month ?? null) },
              { label: t('average'), value: clicks && clicks.average_clicks_per_link, average: true },
            ]}
          />
          <PlanCard me={me.data} failed={me.failure !== null} />
          {links?.total_links === 0 ? (
            <EmptyState icon={<LinkOutlined />} title={t('empty')} text={t('empty_text')} action={create} first />
          ) : late && failure ? (
            <ErrorCard error={failure} title={t('clicks_failed')} retry={refresh} busy={isFetching} />
          ) : late ? (
            <EmptyState icon={<ClockCircleOutlined />} title={t('late')} text={t('late_text')} />
          ) : (
            <div className={styles.columns}>
              <SeriesPanel title={t('series')} statistics={data} />
              <TopLinks links={data?.top_links} />
            </div>
          )}
        </>
      )}
    </>
  );
}
