import type { Link } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import type { Column } from '@linkway/kit/ui/table';
import { Destination } from '../../parts/destination';
import { LinkTags } from '../../parts/link-tags';
import { LinkTitle } from '../../parts/link-title';
import { ShortLink } from '../../parts/short-link';
import { SiteMark } from '../../parts/site-mark';
import { TagList } from '../../parts/tag-list';
import type { RowProblems } from '../../parts/use-row-problems';
import { Clicks } from './clicks';
import styles from './my-links-page.module.css';
import { type LinkActions, RowActions } from './row-actions';

/** What the list shows of a link. */
export function useLinkColumns(problems: RowProblems, actions: LinkActions): Column<Link>[] {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const { date } = useFormats();
  return [
    {
      key: 'link',
      title: t('dashboard:list.link'),
      main: true,
      // A title and a destination of which enough is seen, side by side.
      minWidth: 360,
      render: (link) => <LinkCell link={link} />,
      cardRender: (link) => <LinkCell link={link} lines />,
    },
    {
      key: 'state',
      title: t('state'),
      minWidth: 176,
      card: 'line',
      render: (link) => (
        <>
          <LinkTags link={link} />
          {problems.of(link.id) && <p className={styles.problem}>{problems.of(link.id)}</p>}
        </>
      ),
    },
    {
      key: 'clicks',
      title: t('dashboard:list.clicks'),
      align: 'end',
      minWidth: 96,
      render: (link) => <Clicks count={link.clicks_count} />,
      cardRender: (link) => (
        <>
          <strong>
            <Clicks count={link.clicks_count} />
          </strong>{' '}
          {t('clicks_word', { count: link.clicks_count ?? 0 })}
        </>
      ),
    },
    {
      key: 'created',
      title: t('created'),
      minWidth: 116,
      under: 'state',
      sort: { up: 'oldest', down: 'newest' },
      render: (link) => <span className={styles.date}>{date(link.created_at)}</span>,
      cardRender: (link) => date(link.created_at),
    },
    {
      key: 'actions',
      title: t('dashboard:list.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 3 },
      card: 'actions',
      render: (link) => <RowActions link={link} {...actions} />,
    },
  ];
}

/** Where it is, and below on one line what it is; on `lines` of their own, where there is room for them. */
function LinkCell({ link, lines = false }: { link: Link; lines?: boolean }) {
  return (
    <span className={styles.link}>
      <SiteMark url={link.original_url} icon={link.site?.icon_url} />
      <span className={styles.text}>
        <ShortLink url={link.short_url} />
        <span className={lines ? styles.lines : styles.about}>
          <LinkTitle link={link} own={styles.title} ofSite={`${styles.title} ${styles.ofSite}`} />
          <Destination url={link.original_url} />
        </span>
        <TagList tags={link.tags ?? []} />
      </span>
    </span>
  );
}
