import type { Link } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import type { Column } from '@linkway/kit/ui/table';
import { shortAddress } from '../../data/short-address';
import { Clicks } from '../../parts/clicks';
import { LinkCell } from '../../parts/link-cell';
import { LinkTags } from '../../parts/link-tags';
import type { RowProblems } from '../../parts/use-row-problems';
import styles from './my-links-page.module.css';
import { type LinkActions, RowActions } from './row-actions';
import type { ColumnKey } from './use-columns';

type Keyed = Column<Link> & { key: ColumnKey | 'link' | 'actions' };

/** What the list shows of a link: what was chosen, beside what it is and what can be done with it. */
export function useLinkColumns(
  shown: readonly ColumnKey[],
  problems: RowProblems,
  actions: LinkActions,
): Column<Link>[] {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const { date, dateTime } = useFormats();
  const has = (key: ColumnKey): boolean => shown.includes(key);
  const problem = (link: Link) => problems.of(link.id) && <p className={styles.problem}>{problems.of(link.id)}</p>;
  // Without the column of states what went wrong stands with the link.
  const cell = (link: Link, lines = false) => (
    <>
      <LinkCell link={link} tags={has('tags')} campaign={has('campaign')} lines={lines} />
      {!has('state') && problem(link)}
    </>
  );
  const columns: Keyed[] = [
    {
      key: 'link',
      title: t('dashboard:list.link'),
      main: true,
      // A title and a destination of which enough is seen, side by side.
      minWidth: 360,
      render: (link) => cell(link),
      cardRender: (link) => cell(link, true),
    },
    {
      key: 'state',
      title: t('state'),
      minWidth: 176,
      card: 'line',
      render: (link) => (
        <>
          <LinkTags link={link} />
          {link.quarantine && (
            <Button
              type="link"
              size="small"
              aria-label={t('quarantine.why_of', { address: shortAddress(link.short_url) })}
              onClick={() => actions.quarantine(link)}
            >
              {t('quarantine.why')}
            </Button>
          )}
          {problem(link)}
        </>
      ),
    },
    {
      key: 'domain',
      title: t('domain'),
      minWidth: 150,
      under: 'link',
      render: (link) => <span className={styles.domain}>{link.domain?.domain_name ?? t('domain_any')}</span>,
      cardRender: (link) => link.domain?.domain_name ?? t('domain_any'),
    },
    {
      key: 'clicks',
      title: t('dashboard:list.clicks'),
      align: 'end',
      minWidth: 96,
      sort: { up: 'fewest_clicks', down: 'most_clicks' },
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
      under: has('state') ? 'state' : 'link',
      sort: { up: 'oldest', down: 'newest' },
      render: (link) => <span className={styles.date}>{date(link.created_at)}</span>,
      cardRender: (link) => date(link.created_at),
    },
    {
      key: 'expires',
      title: t('expires'),
      minWidth: 132,
      under: has('state') ? 'state' : 'link',
      isEmpty: ({ expires_at }) => !expires_at,
      render: ({ expires_at }) => (
        <span className={styles.date}>{expires_at ? dateTime(expires_at) : t('expires_never')}</span>
      ),
      cardRender: ({ expires_at }) => expires_at && t('dashboard:state.expires', { time: dateTime(expires_at) }),
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
  return columns.filter(({ key }) => key === 'link' || key === 'actions' || has(key));
}
