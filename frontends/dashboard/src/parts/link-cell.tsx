import type { Link } from '@linkway/kit/api';
import { CampaignLink } from './campaign-link';
import { Destination } from './destination';
import styles from './link-cell.module.css';
import { LinkTitle } from './link-title';
import { ShortLink } from './short-link';
import { SiteMark } from './site-mark';
import { TagList } from './tag-list';

interface Props {
  link: Link;
  /** With its tags. */
  tags?: boolean;
  /** With the campaign that it is in. */
  campaign?: boolean;
  /** What it is stands on lines of its own, where there is room for them. */
  lines?: boolean;
  /** The message when its address is copied, beside the check. */
  copied?: string;
}

/** Where a link is, and below on one line what it is. Below that, what it belongs to. */
export function LinkCell({ link, tags = false, campaign = false, lines = false, copied }: Props) {
  const tagged = tags ? (link.tags ?? []) : [];
  const named = campaign && link.campaign_id;
  return (
    <span className={styles.link}>
      <SiteMark url={link.original_url} icon={link.site?.icon_url} />
      <span className={styles.text}>
        <ShortLink url={link.short_url} said={copied} />
        <span className={lines ? styles.lines : styles.about}>
          <LinkTitle link={link} own={styles.title} ofSite={`${styles.title} ${styles.ofSite}`} />
          <Destination url={link.original_url} />
        </span>
        {(named || tagged.length > 0) && (
          <span className={styles.groups}>
            {named && <CampaignLink id={named} />}
            <TagList tags={tagged} />
          </span>
        )}
      </span>
    </span>
  );
}
