import type { Link } from '@linkway/kit/api';
import { CopyButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { Button } from '@linkway/kit/ui';
import { BarChartOutlined, CheckOutlined, ExportOutlined } from '@linkway/kit/ui/icons';
import { shortAddress } from '../../data/short-address';
import { useSite } from '../../data/site';
import { CampaignLink } from '../../parts/campaign-link';
import { Destination } from '../../parts/destination';
import { LinkTags } from '../../parts/link-tags';
import { LinkTitle } from '../../parts/link-title';
import { ShareButton } from '../../parts/share-link';
import { SiteMark } from '../../parts/site-mark';
import styles from './create-page.module.css';

/** The link just made, and what one does with it next. */
export function CreatedLink({ link }: { link: Link }) {
  const { t } = useTranslation('create');
  const address = shortAddress(link.short_url);
  const site = useSite(link);
  return (
    <section className={styles.created} aria-label={t('done')}>
      <p className={styles.done}>
        <CheckOutlined /> {t('done')}
      </p>
      <div className={styles.line}>
        <a className={styles.address} href={link.short_url} target="_blank" rel="noreferrer">
          {address}
        </a>
        <LinkTags link={link} />
      </div>
      <div className={styles.site}>
        <SiteMark url={link.original_url} icon={site?.icon_url} />
        <div className={styles.page}>
          <LinkTitle link={{ ...link, site }} own={styles.name} ofSite={styles.pageName} />
          <Destination url={link.original_url} />
        </div>
      </div>
      {link.campaign_id && (
        <p className={styles.campaign}>
          {t('form.in_campaign')}: <CampaignLink id={link.campaign_id} />
        </p>
      )}
      <div className={styles.actions}>
        <CopyButton text={link.short_url} name={address} kind="primary" />
        <ShareButton link={link} />
        <Button icon={<ExportOutlined />} href={link.short_url} target="_blank" rel="noreferrer">
          {t('open')}
        </Button>
        <Button icon={<BarChartOutlined />} onClick={() => openTab('analytics', { link: link.id })}>
          {t('analytics')}
        </Button>
      </div>
    </section>
  );
}
