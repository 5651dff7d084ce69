import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { useId, useRef, useState } from 'react';
import styles from './account-menu.module.css';
import { Icon } from './icon';
import { useDismiss } from './use-dismiss';
import { useLeave } from './use-leave';

/** For who is signed in, on public pages: the way to the dashboard, and out. */
export function AccountMenu({ email }: { email: string }) {
  const { t } = useTranslation('public');
  const leave = useLeave();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => setOpen(false);
  useDismiss(box, open, (byKey) => {
    close();
    if (byKey) button.current?.focus();
  });
  return (
    <div ref={box} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('nav.dashboard')}
        <Icon name="down" size={16} />
      </button>
      <div id={id} className={styles.list} hidden={!open}>
        <p className={styles.email}>{email}</p>
        <Link to="/dashboard" className={styles.entry} onClick={close}>
          {t('nav.dashboard_open')}
        </Link>
        <Link to="/dashboard?tab=my-links" className={styles.entry} onClick={close}>
          {t('nav.my_links')}
        </Link>
        <button type="button" className={styles.entry} onClick={() => void leave()}>
          {t('nav.logout')}
        </button>
      </div>
    </div>
  );
}
