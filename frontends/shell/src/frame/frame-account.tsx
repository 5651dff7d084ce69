import type { Me } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { AccountAction, AccountDropdown, AccountLink } from '../layout/account-menu';
import { LanguageSwitch, ThemeSwitch } from '../layout/preferences';
import styles from './frame-account.module.css';

/** The dashboard's account menu, with what one sets once: language and theme. */
export function FrameAccount({ me, onKeys }: { me: Me; onKeys: () => void }) {
  const { t } = useTranslation(['frame', 'kit']);
  const avatar = (
    <span className={styles.avatar} aria-hidden="true">
      {(me.full_name || me.email).slice(0, 1).toUpperCase()}
    </span>
  );
  return (
    <AccountDropdown
      email={me.email}
      className={styles.account}
      button={avatar}
      label={t('account', { email: me.email })}
    >
      <AccountLink to="/">{t('home')}</AccountLink>
      <AccountAction run={onKeys}>{t('keys.title')}</AccountAction>
      <div className={styles.preferences}>
        <span aria-hidden="true">{t('kit:language.label')}</span>
        <LanguageSwitch />
        <span aria-hidden="true">{t('kit:theme.label')}</span>
        <ThemeSwitch />
      </div>
    </AccountDropdown>
  );
}
