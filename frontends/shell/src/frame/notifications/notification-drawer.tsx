import type { Notification } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { Button, EmptyState, Ghost } from '@linkway/kit/ui';
import { Drawer } from '@linkway/kit/ui/dialog';
import { BellOutlined } from '@linkway/kit/ui/icons';
import styles from './notifications.module.css';
import { useNotifications } from './use-notifications';

interface Props {
  open: boolean;
  /** Nothing is marked as read. */
  readOnly: boolean;
  onClose: () => void;
  /** It is out of sight. */
  afterClose: () => void;
}

/** What the account was told of, beside the page; on a phone in its place. */
export default function NotificationDrawer({ open, readOnly, onClose, afterClose }: Props) {
  const { t } = useTranslation('frame');
  const { all, unread, problem, olderProblem, isFetching, retry, hasOlder, showOlder, read, readAll, busy } =
    useNotifications();
  return (
    <Drawer
      open={open}
      placement="right"
      size={420}
      title={t('notifications.title')}
      extra={
        unread > 0 &&
        !readOnly && (
          <Button loading={busy} onClick={() => void readAll()}>
            {t('notifications.read_all')}
          </Button>
        )
      }
      onClose={onClose}
      afterOpenChange={(visible) => {
        if (!visible) afterClose();
      }}
    >
      {problem ? (
        <ErrorCard error={problem} title={t('notifications.failed')} retry={retry} busy={isFetching} />
      ) : all === null ? (
        <Waiting />
      ) : all.length === 0 ? (
        <EmptyState icon={<BellOutlined />} title={t('notifications.none')} text={t('notifications.none_text')} />
      ) : (
        <>
          <ul className={styles.list} aria-label={t('notifications.title')}>
            {all.map((notification) => (
              <Item
                key={notification.id}
                notification={notification}
                onOpen={() => {
                  if (!readOnly && notification.read_at === null) void read(notification.id);
                  onClose();
                }}
              />
            ))}
          </ul>
          {olderProblem && <ErrorCard error={olderProblem} retry={showOlder} busy={isFetching} />}
          {hasOlder && !olderProblem && (
            <Button className={styles.older} loading={isFetching} onClick={showOlder}>
              {t('notifications.older')}
            </Button>
          )}
        </>
      )}
    </Drawer>
  );
}

function Item({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { t } = useTranslation('frame');
  const { dateTime } = useFormats();
  const { title, text, path, created_at, read_at } = notification;
  return (
    <li>
      <Link to={path} className={styles.item} data-unread={read_at === null || undefined} onClick={onOpen}>
        <span className={styles.title}>
          {read_at === null && <span className="lw-visually-hidden">{t('notifications.unread')}: </span>}
          {title}
        </span>
        <span className={styles.text}>{text}</span>
        <time className={styles.time} dateTime={created_at}>
          {dateTime(created_at)}
        </time>
      </Link>
    </li>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      {[0, 1, 2].map((line) => (
        <Ghost key={line} height={72} />
      ))}
    </div>
  );
}
