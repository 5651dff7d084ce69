import { api, body } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useQuery } from '@linkway/kit/query';
import { openTab } from '@linkway/kit/router';
import { Button, PageHead } from '@linkway/kit/ui';
import { LinkOutlined, PlusOutlined } from '@linkway/kit/ui/icons';
import { SeriesPanel } from '../../charts/series-panel';
import { timezone, useMe } from '../../data/queries';
import { EmptyState } from '../../parts/empty-state';
import { StatCards } from '../../parts/stat-cards';
import styles from './overview-page.module.css';
import { PlanCard } from './plan-card';
import { TopLinks } from './top-links';

const AGAIN = 10_000;

export default function OverviewPage() {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: () => body(api.GET('/api/analytics/overview', { params: { query: { timezone: timezone() } } })),
    refetchInterval: AGAIN,
  });
  const me = useMe();
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab('create')}>
      {t('create_link')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('overview.title')} text={t('overview.text')} action={create} />
      {error && !data ? (
        <ErrorCard error={error} title={t('overview.failed')} retry={() => void refetch()} />
      ) : (
        <>
          <StatCards
            stats={[
              { label: t('overview.total_links'), value: data?.total_links },
              { label: t('overview.total_clicks'), value: data?.total_clicks },
              { label: t('overview.links_this_month'), value: data?.links_this_month },
              { label: t('overview.average'), value: data?.average_clicks_per_link, average: true },
            ]}
          />
          <PlanCard me={me.data} failed={me.isError} />
          {data?.total_links === 0 ? (
            <EmptyState
              icon={<LinkOutlined />}
              title={t('overview.empty')}
              text={t('overview.empty_text')}
              action={create}
            />
          ) : (
            <div className={styles.columns}>
              <SeriesPanel title={t('overview.series')} statistics={data} />
              <TopLinks links={data?.top_links} />
            </div>
          )}
        </>
      )}
    </>
  );
}
