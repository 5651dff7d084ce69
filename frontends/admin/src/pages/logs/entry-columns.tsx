import type { AuditEntry } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import { EyeOutlined } from '@linkway/kit/ui/icons';
import type { Column } from '@linkway/kit/ui/table';
import { LevelTag } from './level-tag';
import styles from './logs-page.module.css';
import { useExactTime } from './use-exact-time';
import { useWords } from './use-words';

/** What the list shows of an act. */
export function useEntryColumns(open: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  const { t } = useTranslation('logs');
  const words = useWords();
  const exact = useExactTime();
  const moment = ({ timestamp }: AuditEntry) => {
    const { day, time } = exact(timestamp);
    return (
      <time className={styles.moment} dateTime={timestamp}>
        <span>{day}</span> <span>{time}</span>
      </time>
    );
  };
  return [
    { key: 'time', title: t('column.time'), minWidth: 116, render: moment, cardRender: moment },
    {
      key: 'level',
      title: t('column.level'),
      minWidth: 148,
      card: 'line',
      render: ({ level }) => <LevelTag level={level} />,
    },
    {
      key: 'action',
      title: t('column.action'),
      main: true,
      minWidth: 200,
      render: (entry) => (
        <button type="button" className={styles.act} onClick={() => open(entry)}>
          <span className={styles.action}>{words.action(entry.action)}</span>
        </button>
      ),
    },
    {
      key: 'module',
      title: t('column.module'),
      minWidth: 132,
      under: 'level',
      render: ({ module }) => words.module(module),
    },
    {
      key: 'user',
      title: t('column.user'),
      minWidth: 240,
      render: (entry) => <Who entry={entry} />,
    },
    {
      key: 'ip',
      title: t('column.ip'),
      minWidth: 132,
      under: 'user',
      isEmpty: ({ ip_address }) => ip_address === null,
      render: ({ ip_address }) => (ip_address ? <span className={styles.address}>{ip_address}</span> : <None />),
    },
    {
      key: 'details',
      title: t('column.details'),
      minWidth: 200,
      under: 'action',
      card: 'line',
      isEmpty: (entry) => !otherTarget(entry) && Object.keys(entry.details).length === 0,
      render: (entry) => <Summary entry={entry} />,
    },
    {
      key: 'actions',
      title: t('column.open'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 1 },
      card: 'actions',
      render: (entry) => (
        <ActionTooltip title={t('details.open')}>
          <Button
            type="text"
            icon={<EyeOutlined />}
            aria-label={t('details.open_of', { seq: entry.seq, action: words.action(entry.action) })}
            onClick={() => open(entry)}
          />
        </ActionTooltip>
      ),
    },
  ];
}

/** By the address that they had then; whom nobody knows may have come by the network, or is the product itself. */
export function Who({ entry: { user_email, user_name, ip_address } }: { entry: AuditEntry }) {
  const { t } = useTranslation('logs');
  const name = user_email ?? user_name;
  if (name !== null) return <bdi className={styles.email}>{name}</bdi>;
  return <span className={styles.muted}>{ip_address === null ? t('user.system') : t('user.unknown')}</span>;
}

/** In one line, what it was done to and what else is told of it. */
function Summary({ entry }: { entry: AuditEntry }) {
  const words = useWords();
  const target = otherTarget(entry);
  const told = [
    ...(target ? [`${words.target(target)}: ${target.name ?? target.id}`] : []),
    ...words.details(entry).map(({ label, value }) => `${label}: ${value}`),
  ];
  return told.length > 0 ? <bdi className={styles.address}>{told.join(' · ')}</bdi> : <None />;
}

/** Who did something to their own account is named already. */
const otherTarget = ({ target, user_id }: AuditEntry): AuditEntry['target'] =>
  target?.kind === 'user' && target.id === user_id ? null : target;

function None() {
  const { t } = useTranslation('logs');
  return (
    <span>
      –<span className="lw-visually-hidden">{t('value.none')}</span>
    </span>
  );
}
