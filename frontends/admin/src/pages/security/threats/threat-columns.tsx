import type { Threat } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Select } from '@linkway/kit/ui/input';
import type { Column } from '@linkway/kit/ui/table';
import { FILTERS } from './threat-query';
import styles from './threats.module.css';

interface Props {
  /** The id of the one whose status is being saved. */
  saving: string | null;
  setStatus: (threat: Threat, status: Threat['status']) => void;
  block: (threat: Threat) => void;
}

const STATUSES = FILTERS.status.filter((status) => status !== 'all');

/** What the list shows of a threat. */
export function useThreatColumns({ saving, setStatus, block }: Props): Column<Threat>[] {
  const { t } = useTranslation('security');
  const { number, dateTime } = useFormats();
  const addressOf = ({ ip_address }: Threat): string => ip_address ?? t('threats.unknown_address');
  return [
    {
      key: 'address',
      title: t('threats.address'),
      main: true,
      minWidth: 180,
      render: (threat) => (
        <span className={styles.address}>
          <code>{addressOf(threat)}</code>
          {threat.user_email !== null && <bdi className={styles.quiet}>{threat.user_email}</bdi>}
        </span>
      ),
    },
    {
      key: 'type',
      title: t('threats.type'),
      minWidth: 170,
      card: 'line',
      render: ({ type, count }) => (
        <span className={styles.address}>
          {t(`threats.types.${type}`)}
          <span className={styles.quiet}>{t(`threats.descriptions.${type}`, { count, shown: number(count) })}</span>
        </span>
      ),
    },
    {
      key: 'severity',
      title: t('threats.severity'),
      minWidth: 120,
      render: ({ severity }) => (
        <span className={`${styles.severity} ${styles[severity]}`}>{t(`threats.severities.${severity}`)}</span>
      ),
    },
    {
      key: 'last_seen',
      title: t('threats.last_seen'),
      minWidth: 150,
      under: 'type',
      card: 'line',
      render: ({ last_seen }) => <span className={styles.time}>{dateTime(last_seen)}</span>,
    },
    {
      key: 'status',
      title: t('threats.status'),
      minWidth: 180,
      card: 'line',
      render: (threat) => (
        <Select
          id={`threat_status_${threat.id}`}
          aria-label={t('threats.status_of', { address: addressOf(threat) })}
          className={styles.status}
          value={threat.status}
          loading={saving === threat.id}
          disabled={saving === threat.id}
          onChange={(status) => setStatus(threat, status)}
          options={STATUSES.map((value) => ({ value, label: t(`threats.statuses.${value}`) }))}
        />
      ),
    },
    {
      key: 'actions',
      title: t('threats.actions'),
      quiet: true,
      align: 'end',
      minWidth: 110,
      card: 'actions',
      isEmpty: (threat) => !canBlock(threat),
      render: (threat) =>
        canBlock(threat) ? (
          <Button aria-label={t('threats.block_of', { address: addressOf(threat) })} onClick={() => block(threat)}>
            {t('threats.block')}
          </Button>
        ) : null,
    },
  ];
}

const canBlock = ({ status, ip_address }: Threat): boolean => status === 'active' && ip_address !== null;
