import type { Overview } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { Button, Tooltip } from '@linkway/kit/ui';
import { BarChartOutlined } from '@linkway/kit/ui/icons';
import { shortAddress } from '../../data/short-address';
import { Ghost } from '../../parts/ghost';
import { Panel } from '../../parts/panel';
import { ShortLink } from '../../parts/short-link';
import styles from './overview-page.module.css';

const SHOWN = 7;

/** The most clicked links of the last 30 days. */
export function TopLinks({ links }: { links: Overview['top_links'] | undefined }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const most = links?.[0]?.clicks ?? 0;
  return (
    <Panel title={t('overview.top')}>
      {!links &&
        [1, 2, 3, 4].map((row) => (
          <p key={row} className={styles.waiting}>
            <Ghost height={24} />
          </p>
        ))}
      {links?.length === 0 && <p className={styles.none}>{t('overview.top_empty')}</p>}
      <ol className={styles.top}>
        {links?.slice(0, SHOWN).map(({ link_id, short_url, clicks }) => (
          <li key={link_id} className={styles.link}>
            <span className={styles.share} style={{ width: `${(clicks / most) * 100}%` }} aria-hidden="true" />
            {short_url ? <ShortLink url={short_url} /> : <span className={styles.none}>{t('overview.deleted')}</span>}
            <span className={styles.clicks} title={t('overview.clicks', { count: clicks, shown: number(clicks) })}>
              {number(clicks)}
            </span>
            {short_url && (
              <Tooltip title={t('links.analytics')}>
                <Button
                  type="text"
                  size="small"
                  icon={<BarChartOutlined />}
                  aria-label={t('links.analytics_of', { address: shortAddress(short_url) })}
                  onClick={() => openTab('analytics', { link: link_id })}
                />
              </Tooltip>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
