import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import styles from './account-menu.module.css';
import { Icon } from './icon';
import { useDismiss } from './use-dismiss';
import { useLeave } from './use-leave';

interface Props {
  email: string;
  /** The button's look. */
  className: string | undefined;
  /** What the button shows, and its name where that is no text. */
  button: ReactNode;
  label?: string;
  /** Entries before the way out; there while it is open. */
  children: ReactNode;
}

const Close = createContext((): void => {});

/** What opens below the button of somebody's account: whose it is, its entries, and the way out. */
export function AccountDropdown({ email, className, label, button, children }: Props) {
  const { t } = useTranslation('public');
  const leave = useLeave();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  // What had the focus is hidden then.
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  useDismiss(box, open, (byKey) => (byKey ? close() : setOpen(false)));
  return (
    <div ref={box} className={styles.menu}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {button}
        <Icon name="down" size={16} />
      </button>
      <div id={id} className={styles.list} hidden={!open}>
        <p className={styles.email}>{email}</p>
        {open && <Close value={close}>{children}</Close>}
        <button type="button" className={styles.entry} onClick={() => void leave()}>
          {t('nav.logout')}
        </button>
      </div>
    </div>
  );
}

export const AccountLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.entry} onClick={useContext(Close)}>
    {children}
  </Link>
);

export function AccountAction({ run, children }: { run: () => void; children: ReactNode }) {
  const close = useContext(Close);
  return (
    <button
      type="button"
      className={styles.entry}
      onClick={() => {
        close();
        run();
      }}
    >
      {children}
    </button>
  );
}

/** For who is signed in, on public pages: the way to the dashboard, and out. */
export function AccountMenu({ email }: { email: string }) {
  const { t } = useTranslation('public');
  return (
    <AccountDropdown email={email} className={styles.button} button={t('nav.dashboard')}>
      <AccountLink to="/dashboard">{t('nav.dashboard_open')}</AccountLink>
      <AccountLink to="/dashboard?tab=my-links">{t('nav.my_links')}</AccountLink>
    </AccountDropdown>
  );
}
