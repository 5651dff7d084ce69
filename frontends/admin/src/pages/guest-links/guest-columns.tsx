import type { ListedGuestLink } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { readableAddress, readableHost } from '@linkway/kit/ui';
import type { Column } from '@linkway/kit/ui/table';
import { Clicks } from './clicks';
import styles from './guest-links-page.module.css';
import { RowActions } from './row-actions';
import { shortOf } from './short-of';

type State = 'active' | 'paused' | 'expired' | 'quarantined';

const stateOf = ({ is_active, is_quarantined, expires_at }: ListedGuestLink, now = Date.now()): State => {
  if (is_quarantined) return 'quarantined';
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired';
  return is_active ? 'active' : 'paused';
};

/** What the list shows of a guest's link: nothing of who made it. */
export function useGuestColumns(remove: (link: ListedGuestLink) => void): Column<ListedGuestLink>[] {
  const { t } = useTranslation('guest-links');
  const { date } = useFormats();
  const domainOf = ({ domain }: ListedGuestLink): string =>
    domain ? readableHost(domain.domain_name) : t('any_domain');
  return [
    {
      key: 'link',
      title: t('column.link'),
      main: true,
      minWidth: 260,
      render: (link) => <LinkCell link={link} />,
    },
    {
      key: 'domain',
      title: t('column.domain'),
      minWidth: 150,
      under: 'link',
      render: (link) => <span className={styles.date}>{domainOf(link)}</span>,
      cardRender: domainOf,
    },
    {
      key: 'clicks',
      title: t('column.clicks'),
      align: 'end',
      minWidth: 96,
      render: ({ clicks_count }) => <Clicks count={clicks_count} />,
      cardRender: ({ clicks_count }) => (
        <>
          <strong>
            <Clicks count={clicks_count} />
          </strong>{' '}
          {t('clicks_word', { count: clicks_count ?? 0 })}
        </>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      minWidth: 140,
      card: 'line',
      render: (link) => (
        <span className={`${styles.state} ${styles[stateOf(link)]}`}>{t(`state.${stateOf(link)}`)}</span>
      ),
    },
    {
      key: 'created',
      title: t('column.created'),
      minWidth: 116,
      sort: { up: 'oldest', down: 'newest' },
      render: ({ created_at }) => <span className={styles.date}>{date(created_at)}</span>,
      cardRender: ({ created_at }) => t('made', { date: date(created_at) }),
    },
    {
      key: 'expires',
      title: t('column.expires'),
      minWidth: 116,
      under: 'state',
      isEmpty: ({ expires_at }) => expires_at === null,
      render: ({ expires_at }) => <span className={styles.date}>{expires_at ? date(expires_at) : t('never')}</span>,
      cardRender: ({ expires_at }) => expires_at && t('ends', { date: date(expires_at) }),
    },
    {
      key: 'actions',
      title: t('column.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 2 },
      card: 'actions',
      render: (link) => <RowActions link={link} remove={() => remove(link)} />,
    },
  ];
}

function LinkCell({ link }: { link: ListedGuestLink }) {
  const destination = readableAddress(link.original_url);
  return (
    <span className={styles.link}>
      <a className={styles.address} href={link.short_url} target="_blank" rel="noreferrer">
        {shortOf(link)}
      </a>
      <span className={styles.destination} title={destination}>
        <bdi>{destination.replace(/^https?:\/\//i, '')}</bdi>
      </span>
    </span>
  );
}
