import { api, body, type Overview } from '@linkway/kit/api';
import { CopyButton, ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useQuery } from '@linkway/kit/query';
import { Card, PageHead, Skeleton } from '@linkway/kit/ui';
import styles from './overview-page.module.css';

const timezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export default function OverviewPage() {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: () => body(api.GET('/api/analytics/overview', { params: { query: { timezone: timezone() } } })),
  });
  return (
    <>
      <PageHead title={t('overview.title')} text={t('overview.text')} />
      {error && !data ? (
        <ErrorCard error={error} title={t('overview.failed')} retry={() => void refetch()} />
      ) : (
        <>
          <Figures overview={data} />
          <TopLinks overview={data} />
        </>
      )}
    </>
  );
}

function Figures({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const figures: [label: string, value: number | null | undefined][] = [
    [t('overview.total_clicks'), overview?.total_clicks],
    [t('overview.clicks_30_days'), overview?.total],
    [t('overview.total_links'), overview?.total_links],
    [t('overview.links_this_month'), overview?.links_this_month],
    [t('overview.average'), overview?.average_clicks_per_link],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([label, value]) => (
        <div key={label} className={styles.figure}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {value === undefined ? (
              <Skeleton.Button active size="small" />
            ) : value === null ? (
              <span title={t('overview.unknown')}>–</span>
            ) : (
              number(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function TopLinks({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  return (
    <Card title={t('overview.top')} loading={!overview}>
      {overview?.top_links.length === 0 && <p className={styles.empty}>{t('overview.top_empty')}</p>}
      <ol className={styles.top}>
        {overview?.top_links.map(({ link_id, short_url, clicks }) => (
          <li key={link_id} className={styles.link}>
            {short_url ? (
              <>
                <a href={short_url} target="_blank" rel="noreferrer">
                  {short_url.replace(/^https?:\/\//, '')}
                </a>
                <CopyButton text={short_url} name={short_url} kind="quiet" size="small" />
              </>
            ) : (
              <span className={styles.empty}>{t('overview.deleted')}</span>
            )}
            <span className="lw-numbers">{t('overview.clicks', { count: clicks, shown: number(clicks) })}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
