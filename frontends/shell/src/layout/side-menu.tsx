import { PlainButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Link, useLocation } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from './icon';
import { LanguageSwitch, ThemeSwitch } from './preferences';
import { SectionLink } from './section-link';
import styles from './side-menu.module.css';
import { useLeave } from './use-leave';

/** The header's links on a small screen. A dialog of the browser: it holds the focus, and Escape closes it. */
export function SideMenu() {
  const { t } = useTranslation('public');
  const session = useSession();
  const leave = useLeave();
  const { key } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  // Whatever entry led to another page, the menu has done its work.
  useEffect(() => {
    if (key) dialog.current?.close();
  }, [key]);
  const onBackdrop = (event: MouseEvent): void => {
    if (event.target === dialog.current) close();
  };
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-label={t('nav.menu')}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes a dialog by itself */}
      <dialog ref={dialog} className={styles.dialog} aria-label={t('nav.menu')} onClick={onBackdrop}>
        <div className={styles.panel}>
          <button type="button" className={styles.close} aria-label={t('nav.close')} onClick={close}>
            <Icon name="close" />
          </button>
          <nav className={styles.links} aria-label={t('nav.label')}>
            <SectionLink section="features" className={styles.link} onClick={close}>
              {t('nav.features')}
            </SectionLink>
            <SectionLink section="domains" className={styles.link} onClick={close}>
              {t('nav.domains')}
            </SectionLink>
            {session.state === 'signed-in' ? (
              <>
                <Link to="/dashboard" className={styles.link}>
                  {t('nav.dashboard')}
                </Link>
                <PlainButton onClick={() => void leave()}>{t('nav.logout')}</PlainButton>
              </>
            ) : (
              <>
                <Link to="/login" className={styles.link}>
                  {t('nav.login')}
                </Link>
                <Link to="/register" className={styles.link}>
                  {t('nav.register')}
                </Link>
              </>
            )}
          </nav>
          <div className={styles.preferences}>
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </div>
      </dialog>
    </>
  );
}
