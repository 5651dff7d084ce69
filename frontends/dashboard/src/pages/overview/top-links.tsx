import type { Overview } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { ActionTooltip, Button, Panel } from '@linkway/kit/ui';
import { BarChartOutlined } from '@linkway/kit/ui/icons';
import { type Column, DataTable } from '@linkway/kit/ui/table';
import { shortAddress } from '../../data/short-address';
import { Destination } from '../../parts/destination';
import { ShortLink } from '../../parts/short-link';
import styles from './overview-page.module.css';

type TopLink = Overview['top_links'][number];

const SHOWN = 7;

/** The most clicked links of the last 30 days. */
export function TopLinks({ links }: { links: Overview['top_links'] | undefined }) {
  const { t } = useTranslation(['overview', 'dashboard']);
  const { number } = useFormats();
  const most = links?.[0]?.clicks ?? 0;
  const columns: Column<TopLink>[] = [
    {
      key: 'link',
      title: t('dashboard:list.link'),
      main: true,
      minWidth: 148,
      render: ({ short_url, clicks, ...link }) => (
        <span className={styles.link}>
          <TopName {...link} />
          {short_url ? <ShortLink url={short_url} quiet /> : <span className={styles.none}>{t('deleted')}</span>}
          <span className={styles.share} style={{ width: `${(clicks / most) * 100}%` }} aria-hidden="true" />
        </span>
      ),
    },
    {
      key: 'clicks',
      title: t('dashboard:list.clicks'),
      align: 'end',
      minWidth: 64,
      render: ({ clicks }) => (
        <strong title={t('clicks', { count: clicks, shown: number(clicks) })}>{number(clicks)}</strong>
      ),
      cardRender: ({ clicks }) => t('clicks', { count: clicks, shown: number(clicks) }),
    },
    {
      key: 'actions',
      title: t('dashboard:list.actions'),
      quiet: true,
      align: 'end',
      minWidth: 52,
      card: 'actions',
      render: ({ link_id, short_url }) =>
        short_url && (
          <ActionTooltip title={t('dashboard:list.analytics')}>
            <Button
              type="text"
              icon={<BarChartOutlined />}
              aria-label={t('dashboard:list.analytics_of', { address: shortAddress(short_url) })}
              onClick={() => openTab('analytics', { link: link_id })}
            />
          </ActionTooltip>
        ),
    },
  ];
  return (
    <Panel title={t('top')}>
      <DataTable
        bare
        label={t('top')}
        columns={columns}
        rows={links?.slice(0, SHOWN)}
        rowKey={({ link_id }) => link_id}
        expected={SHOWN}
        empty={<p className={styles.none}>{t('top_empty')}</p>}
      />
    </Panel>
  );
}

/** What it is called, else where it leads; nothing is known of a link that is gone. */
function TopName({ title, original_url }: Pick<TopLink, 'title' | 'original_url'>) {
  if (title) {
    return (
      <bdi className={styles.title} title={title}>
        {title}
      </bdi>
    );
  }
  return original_url ? <Destination url={original_url} /> : null;
}
