import type { BlockedAddress } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, Panel } from '@linkway/kit/ui';
import { Confirm } from '@linkway/kit/ui/form';
import { StopOutlined } from '@linkway/kit/ui/icons';
import { type Column, DataTable, useDialogs } from '@linkway/kit/ui/table';
import { asThreatType } from '../threats/threat-query';
import { useBlocked, useBlocking } from '../use-blocked';
import { BlockForm } from './block-form';
import styles from './blocked.module.css';

/** Addresses that are refused everything, and a form to block another. */
export function Blocked() {
  const { t } = useTranslation('security');
  const { dateTime } = useFormats();
  const { data, failure, stale, isFetching, refresh } = useBlocked();
  const { unblock, anew } = useBlocking();
  const dialogs = useDialogs<'unblock', BlockedAddress>();
  const columns: Column<BlockedAddress>[] = [
    {
      key: 'address',
      title: t('blocked.address'),
      main: true,
      minWidth: 200,
      render: ({ address }) => <code className={styles.address}>{address}</code>,
    },
    {
      key: 'reason',
      title: t('blocked.reason'),
      minWidth: 180,
      card: 'line',
      isEmpty: ({ reason }) => reason === '',
      render: ({ reason }) => {
        const type = asThreatType(reason);
        return <bdi className={styles.reason}>{type ? t(`threats.types.${type}`) : reason}</bdi>;
      },
    },
    {
      key: 'expires_at',
      title: t('blocked.until'),
      minWidth: 170,
      card: 'line',
      render: ({ expires_at }) => (expires_at === null ? t('blocked.for.ever') : dateTime(expires_at)),
    },
    {
      key: 'actions',
      title: t('blocked.actions'),
      quiet: true,
      align: 'end',
      minWidth: 130,
      card: 'actions',
      render: (row) => (
        <Button
          aria-label={t('blocked.unblock_of', { address: row.address })}
          onClick={() => dialogs.open('unblock', row)}
        >
          {t('blocked.unblock')}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={t('blocked.title')}>
      <p className={styles.intro}>{t('blocked.text')}</p>
      <BlockForm />
      <div className={styles.list}>
        <DataTable
          label={t('blocked.title')}
          columns={columns}
          rows={data?.data}
          rowKey={({ id }) => id}
          expected={2}
          bare
          stale={stale}
          error={failure && { error: failure, title: t('blocked.not_loaded'), retry: refresh, busy: isFetching }}
          empty={<EmptyState icon={<StopOutlined />} title={t('blocked.empty')} text={t('blocked.empty_text')} />}
        />
      </div>
      {dialogs.of('unblock').map((dialog) => (
        <Confirm
          key={dialog.id}
          dialog={dialog}
          title={t('blocked.unblock_title', { address: dialog.of.address })}
          text={t('blocked.unblock_text')}
          confirm={t('blocked.unblock')}
          failed={t('blocked.unblock_failed')}
          act={() => unblock(dialog.of.id)}
          isDone={({ code }) => code === 'security.block_not_found'}
          onDone={() => {
            void anew();
            toast(t('blocked.unblocked', { address: dialog.of.address }));
          }}
          onLateFailure={({ detail }) => toast(`${t('blocked.unblock_failed')}: ${detail}`, { kind: 'error' })}
        />
      ))}
    </Panel>
  );
}
