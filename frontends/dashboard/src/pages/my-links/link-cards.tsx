import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Destination } from '../../parts/destination';
import { Ghost } from '../../parts/ghost';
import { LinkTags } from '../../parts/link-tags';
import { ShortLink } from '../../parts/short-link';
import { Clicks } from './clicks';
import type { LinkListProps } from './link-row';
import styles from './my-links-page.module.css';
import { RowActions } from './row-actions';

/** The links of a page on a phone. */
export function LinkCards({ links, ...actions }: LinkListProps) {
  const { t } = useTranslation('dashboard');
  const { date } = useFormats();
  if (!links) {
    return (
      <div className={styles.cards}>
        {[1, 2, 3, 4].map((card) => (
          <Ghost key={card} height={136} />
        ))}
      </div>
    );
  }
  return (
    <ul className={styles.cards}>
      {links.map((link) => (
        <li key={link.id} className={styles.card}>
          <ShortLink url={link.short_url} />
          {link.title && <span className={styles.title}>{link.title}</span>}
          <Destination url={link.original_url} />
          <LinkTags link={link} />
          <span className={styles.foot}>
            <span className={styles.facts}>
              <strong>
                <Clicks count={link.clicks_count} />
              </strong>{' '}
              {t('links.clicks_word', { count: link.clicks_count ?? 0 })} · {date(link.created_at)}
            </span>
            <RowActions link={link} {...actions} />
          </span>
        </li>
      ))}
    </ul>
  );
}
