import type { AuditEntry } from '@linkway/kit/api';
import { CopyButton } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Drawer } from '@linkway/kit/ui/dialog';
import type { Dialog } from '@linkway/kit/ui/table';
import type { ReactNode } from 'react';
import { Who } from './entry-columns';
import { LevelTag } from './level-tag';
import styles from './logs-page.module.css';
import { useExactTime } from './use-exact-time';
import { useWords } from './use-words';

const WIDTH = 480;

export interface EntryDialogProps {
  dialog: Dialog<AuditEntry>;
}

/** All that the log tells of an act. */
export default function EntryDetails({ dialog }: EntryDialogProps) {
  const { t } = useTranslation('logs');
  const { number } = useFormats();
  const words = useWords();
  const exact = useExactTime();
  const entry = dialog.of;
  const { target } = entry;
  const { day, time } = exact(entry.timestamp);
  const act: Fact[] = [
    { key: 'time', label: t('column.time'), value: <time dateTime={entry.timestamp}>{`${day} ${time}`}</time> },
    { key: 'level', label: t('column.level'), value: <LevelTag level={entry.level} /> },
    { key: 'module', label: t('column.module'), value: words.module(entry.module) },
    { key: 'user', label: t('column.user'), value: <Who entry={entry} /> },
    { key: 'name', label: t('details.name'), value: entry.user_email !== null && bdi(entry.user_name) },
    { key: 'user_id', label: t('details.user_id'), value: bdi(entry.user_id) },
    { key: 'ip', label: t('column.ip'), value: entry.ip_address ?? t('value.none') },
    ...(target
      ? [
          {
            key: 'target',
            label: t('details.target'),
            value: (
              <>
                {words.target(target)}
                {target.name !== null && <>: {bdi(target.name)}</>}
              </>
            ),
          },
          { key: 'target_id', label: t('details.target_id'), value: bdi(target.id) },
        ]
      : []),
    ...words.details(entry).map(({ key, label, value }) => ({ key: `details.${key}`, label, value: bdi(value) })),
  ];
  const chain: Fact[] = [
    { key: 'seq', label: t('details.seq'), value: number(entry.seq) },
    { key: 'code', label: t('details.code'), value: <code>{entry.action}</code> },
    { key: 'hash', label: t('details.hash'), value: <Hash hash={entry.hash} name={t('details.hash')} /> },
    {
      key: 'prev_hash',
      label: t('details.prev_hash'),
      value: <Hash hash={entry.prev_hash} name={t('details.prev_hash')} />,
    },
  ];
  return (
    <Drawer
      open={dialog.open}
      zIndex={dialog.zIndex}
      size={`min(100vw, ${WIDTH}px)`}
      title={<h2 className={styles.title}>{words.action(entry.action)}</h2>}
      onClose={dialog.end}
      afterOpenChange={(open) => !open && dialog.afterClose()}
    >
      <Facts facts={act} />
      <h3 className={styles.heading}>{t('details.chain')}</h3>
      <Facts facts={chain} />
    </Drawer>
  );
}

interface Fact {
  key: string;
  label: string;
  /** Nothing: the fact is left out. */
  value: ReactNode;
}

/** What people wrote, or nothing where there is none. */
const bdi = (text: string | null): ReactNode => text && <bdi>{text}</bdi>;

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ({ key, label, value }) =>
          value && (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Hash({ hash, name }: { hash: string; name: string }) {
  return (
    <span className={styles.copied}>
      <code className={styles.hash}>{hash}</code>
      <CopyButton text={hash} name={name} kind="quiet" size="small" />
    </span>
  );
}
