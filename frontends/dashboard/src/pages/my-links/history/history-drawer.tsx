import type { Link, LinkVersion } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost } from '@linkway/kit/ui';
import { Drawer } from '@linkway/kit/ui/dialog';
import { ClockCircleOutlined } from '@linkway/kit/ui/icons';
import type { Dialog } from '@linkway/kit/ui/table';
import { useRef, useState } from 'react';
import { shortAddress } from '../../../data/short-address';
import { useOneDialog } from '../../../parts/use-one-dialog';
import { Author } from './author';
import { Differences } from './differences';
import styles from './history.module.css';
import { Planned } from './planned';
import { Restore } from './restore';
import { Schedule } from './schedule';
import { useScheduled, useVersions } from './use-history';

const WIDTH = 560;

/** What a link was, who changed it, what is coming, and the way back. */
export default function HistoryDrawer({ dialog }: { dialog: Dialog<Link> }) {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const link = dialog.of;
  const versions = useVersions(link.id);
  const scheduled = useScheduled(link.id);
  const plan = useRef<HTMLButtonElement>(null);
  const focus = (): void => plan.current?.focus();
  const planning = useOneDialog(`schedule-${link.id}`, focus);
  const restoring = useOneDialog(`restore-${link.id}`, focus);
  const [chosen, setChosen] = useState<LinkVersion | null>(null);
  // What is done stands in the history itself.
  const planned = scheduled.data?.data.filter(({ state }) => state !== 'done') ?? [];
  const failure = versions.error ?? scheduled.failure;
  return (
    <Drawer
      open={dialog.open}
      zIndex={dialog.zIndex}
      size={`min(100vw, ${WIDTH}px)`}
      title={<h2 className={styles.title}>{t('history.title', { address: shortAddress(link.short_url) })}</h2>}
      onClose={dialog.end}
      afterOpenChange={(open) => !open && dialog.afterClose()}
    >
      <Button ref={plan} icon={<ClockCircleOutlined />} onClick={planning.open}>
        {t('history.schedule')}
      </Button>
      {planned.length > 0 && (
        <section aria-label={t('history.coming')}>
          <h3 className={styles.heading}>{t('history.coming')}</h3>
          <ol className={styles.list}>
            {planned.map((change) => (
              <Planned key={change.id} linkId={link.id} change={change} onGone={focus} />
            ))}
          </ol>
        </section>
      )}
      <h3 className={styles.heading}>{t('history.versions')}</h3>
      {failure && (
        <ErrorCard
          error={failure}
          title={t('history.not_loaded')}
          retry={() => {
            void versions.refetch();
            scheduled.refresh();
          }}
          busy={versions.isFetching}
        />
      )}
      {!versions.rows && !failure && <Ghost height={240} />}
      <ol className={styles.list} aria-label={t('history.versions')}>
        {versions.rows?.map((version, index) => (
          <Version
            key={version.version}
            version={version}
            restore={
              index === 0
                ? null
                : () => {
                    setChosen(version);
                    restoring.open();
                  }
            }
          />
        ))}
      </ol>
      {versions.hasNextPage && (
        <Button loading={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
      {planning.dialog && (
        <Schedule key={planning.dialog.id} dialog={{ ...planning.dialog, zIndex: dialog.zIndex + 10 }} link={link} />
      )}
      {restoring.dialog && chosen && (
        <Restore
          key={restoring.dialog.id}
          dialog={{ ...restoring.dialog, zIndex: dialog.zIndex + 10 }}
          linkId={link.id}
          version={chosen}
        />
      )}
    </Drawer>
  );
}

/** `restore`: null for the link as it is. */
function Version({ version, restore }: { version: LinkVersion; restore: (() => void) | null }) {
  const { t } = useTranslation('my-links');
  const { dateTime } = useFormats();
  const { at, by, kind, is_scheduled, restored_version } = version;
  const time = at === null ? t('history.earliest') : dateTime(at);
  return (
    <li className={styles.item}>
      <p className={styles.head}>
        <strong>{time}</strong>
        {by && (
          <span className={styles.muted}>
            <Author by={by} />
          </span>
        )}
        {is_scheduled && <span className={styles.mark}>{t('history.by_schedule')}</span>}
        {restored_version !== null && <span className={styles.mark}>{t('history.by_restore')}</span>}
        {restore === null && <span className={styles.mark}>{t('history.current')}</span>}
      </p>
      {kind === 'created' && <p>{t('history.created')}</p>}
      <Differences of={version.changes} />
      {restore && (
        <Button size="small" aria-label={t('history.restore_of', { time })} onClick={restore}>
          {t('history.restore')}
        </Button>
      )}
    </li>
  );
}
