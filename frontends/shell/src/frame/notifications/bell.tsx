import type { Me } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, lazyDialog } from '@linkway/kit/ui';
import { BellOutlined } from '@linkway/kit/ui/icons';
import { useState } from 'react';
import styles from './notifications.module.css';
import { usePushed } from './use-pushed';
import { useUnread } from './use-unread';

const NotificationDrawer = lazyDialog(
  () => import('./notification-drawer'),
  ({ afterClose }: { afterClose: () => void }) => afterClose(),
);

const MOST_SHOWN = 99;

/** What the account was told of: how much of it is not read, and the way to it. */
export function Bell({ me, tab }: { me: Me; tab: string }) {
  const { t } = useTranslation('frame');
  const { number } = useFormats();
  usePushed();
  const unread = useUnread(tab) ?? 0;
  /** null: it is not there. */
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        type="text"
        className={styles.bell}
        icon={<BellOutlined />}
        aria-label={unread > 0 ? t('notifications.bell_unread', { count: unread }) : t('notifications.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : number(unread)}
          </span>
        )}
      </Button>
      {open !== null && (
        <NotificationDrawer
          open={open}
          // An administrator who acts as the user reads nothing for them.
          readOnly={!!me.impersonation}
          onClose={() => setOpen(false)}
          afterClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
