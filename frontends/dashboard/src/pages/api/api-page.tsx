import { MOST_API_KEYS } from '@linkway/contracts/rules';
import type { ApiKey } from '@linkway/kit/api';
import { lazyPart } from '@linkway/kit/base';
import { useTranslation, withTexts } from '@linkway/kit/i18n';
import { Button, EmptyState, Ghost, lazyDialog, PageHead } from '@linkway/kit/ui';
import { KeyOutlined, PlusOutlined } from '@linkway/kit/ui/icons';
import { DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { useEnds } from '../../data/link-state';
import { useMe } from '../../data/queries';
import { type OneDialog, useOneDialog } from '../../parts/use-one-dialog';
import { useRowProblems } from '../../parts/use-row-problems';
import styles from './api-page.module.css';
import { useKeyColumns } from './key-columns';
import { Upsell } from './upsell';
import { useKeys } from './use-keys';
import { useSwitch } from './use-switch';

const ended = ({ dialog }: { dialog: Omit<Dialog<unknown>, 'of'> }): void => {
  dialog.end();
  dialog.afterClose();
};
const CreateDialog = lazyDialog<{ dialog: OneDialog }>(
  // With the texts of the field for a time.
  withTexts('create', () => import('./create-dialog')),
  ended,
);
const EditDialog = lazyDialog<{ dialog: Dialog<ApiKey> }>(() => import('./edit-dialog'), ended);
const DeleteKey = lazyDialog(() => import('./delete-key'), ended);
// The keys are read first.
const Usage = lazyPart(() => import('./usage/usage'), { waiting: <Ghost height={480} /> });

/** Says why no further key is made. */
const FULL = 'api-keys-full';
/** So many rows are drawn while the keys are on their way. */
const EXPECTED = 3;
/** Of a key, until the installation has told its own. */
const REQUESTS_PER_HOUR = 1_000;

export default function ApiPage() {
  const { t } = useTranslation('api');
  const me = useMe();
  const { data, failure, stale, isFetching, refresh } = useKeys();
  useEnds(data?.data);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const main = useRef<HTMLDivElement>(null);
  const focus = ({ id }: ApiKey): void => table.current?.focusRow(id);
  const dialogs = useDialogs<'edit' | 'delete', ApiKey>(focus);
  // The button in an empty list goes with its first key.
  const create = useOneDialog('api-key-create', () => main.current?.querySelector('button')?.focus());
  const problems = useRowProblems();
  const setOn = useSwitch(focus, problems);
  const toggle = (key: ApiKey): void => void setOn(key);
  const columns = useKeyColumns(problems, {
    toggle,
    edit: (key) => dialogs.open('edit', key),
    remove: (key) => dialogs.open('delete', key),
  });
  const keys = data?.data;
  const isPremium = me.data?.subscription_type === 'premium';
  // A plan that ended leaves its keys.
  const hasList = isPremium || failure !== null || (keys?.length ?? 0) > 0;
  const requestsPerHour = data?.requests_per_hour ?? REQUESTS_PER_HOUR;
  const isFull = (keys?.length ?? 0) >= MOST_API_KEYS;
  const button = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      disabled={isFull}
      aria-describedby={isFull ? FULL : undefined}
      onClick={create.open}
    >
      {t('create')}
    </Button>
  );

  return (
    <>
      <PageHead title={t('title')} text={t('text')} action={isPremium && <div ref={main}>{button}</div>} />
      <div className={styles.parts}>
        {me.data && !isPremium && <Upsell hasKeys={(keys?.length ?? 0) > 0} requestsPerHour={requestsPerHour} />}
        {isPremium && isFull && (
          <p id={FULL} className={styles.full}>
            {t('full', { most: MOST_API_KEYS })}
          </p>
        )}
        {hasList && (
          <DataTable
            ref={table}
            label={t('title')}
            columns={columns}
            rows={keys}
            rowKey={({ id }) => id}
            expected={EXPECTED}
            error={failure && { error: failure, title: t('not_loaded'), retry: refresh, busy: isFetching }}
            stale={stale}
            count={t('count', { count: keys?.length ?? 0, most: MOST_API_KEYS })}
            empty={
              <EmptyState icon={<KeyOutlined />} title={t('empty')} text={t('empty_text')} action={button} first />
            }
          />
        )}
        <Usage requestsPerHour={requestsPerHour} />
      </div>
      {create.dialog && <CreateDialog key={create.dialog.id} dialog={create.dialog} />}
      {dialogs.of('edit').map((dialog) => (
        <EditDialog key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('delete').map((dialog) => (
        <DeleteKey key={dialog.id} dialog={dialog} toggle={toggle} problems={problems} />
      ))}
    </>
  );
}
