import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from './account-menu.module.css';
import { Icon } from './icon';
import { useLeave } from './use-leave';

/** For who is signed in, on public pages: the way to the dashboard, and out. */
export function AccountMenu({ email }: { email: string }) {
  const { t } = useTranslation('public');
  const leave = useLeave();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => setOpen(false);
  const onBlur = (event: FocusEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    close();
    button.current?.focus();
  };
  return (
    <div className={styles.menu} role="group" aria-label={t('nav.account')} onBlur={onBlur} onKeyDown={onKeyDown}>
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
      {/* Focus goes to the list itself on a press between its entries, so that the press does not close it. */}
      <div id={id} className={styles.list} hidden={!open} tabIndex={-1}>
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
