import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Destination } from '../../parts/destination';
import { Ghost } from '../../parts/ghost';
import { LinkTags } from '../../parts/link-tags';
import { ShortLink } from '../../parts/short-link';
import { SiteMark } from '../../parts/site-mark';
import { Clicks } from './clicks';
import type { LinkListProps } from './link-row';
import styles from './my-links-page.module.css';
import { RowActions } from './row-actions';

/** The links of a page on a wide screen. */
export function LinkTable({ links, ...actions }: LinkListProps) {
  const { t } = useTranslation('dashboard');
  const { date } = useFormats();
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('links.link')}</th>
            <th scope="col">{t('links.state')}</th>
            <th scope="col" className={styles.number}>
              {t('links.clicks')}
            </th>
            <th scope="col">{t('links.created')}</th>
            <th scope="col">
              <span className="lw-visually-hidden">{t('links.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {links ? (
            links.map((link) => (
              <tr key={link.id}>
                <td className={styles.main}>
                  <span className={styles.link}>
                    <SiteMark url={link.original_url} />
                    <span className={styles.text}>
                      <ShortLink url={link.short_url} />
                      {link.title && <span className={styles.title}>{link.title}</span>}
                      <Destination url={link.original_url} />
                    </span>
                  </span>
                </td>
                <td>
                  <LinkTags link={link} />
                </td>
                <td className={styles.number}>
                  <Clicks count={link.clicks_count} />
                </td>
                <td className={styles.date}>{date(link.created_at)}</td>
                <td className={styles.buttons}>
                  <RowActions link={link} {...actions} />
                </td>
              </tr>
            ))
          ) : (
            <GhostRows />
          )}
        </tbody>
      </table>
    </div>
  );
}

function GhostRows() {
  const { t } = useTranslation('dashboard');
  return Array.from({ length: 6 }, (_, row) => (
    <tr key={row}>
      <td className={styles.main}>
        <span className={styles.link}>
          <Ghost width={32} height={32} />
          <span className={styles.text}>
            <Ghost width={180} />
            <Ghost width={320} height={12} />
          </span>
        </span>
      </td>
      <td>
        <Ghost width={64} />
      </td>
      <td>
        <Ghost width={40} />
      </td>
      <td>
        <Ghost width={80} />
      </td>
      <td aria-label={t('links.actions')} />
    </tr>
  ));
}
