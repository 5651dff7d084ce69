import type { Me } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Avatar } from '@linkway/kit/ui';
import { AccountAction, AccountDropdown, AccountLink } from '../layout/account-menu';
import { LanguageSwitch, ThemeSwitch } from '../layout/preferences';
import { AddedLanguages } from './added-languages';
import styles from './frame-account.module.css';

/** The dashboard's account menu, with what one sets once: language and theme. */
export function FrameAccount({ me, onKeys }: { me: Me; onKeys: () => void }) {
  const { t } = useTranslation(['frame', 'kit']);
  return (
    <AccountDropdown
      email={me.email}
      className={styles.account}
      button={<Avatar person={me} size={32} />}
      label={t('account', { email: me.email })}
    >
      <AccountLink to="/dashboard?tab=profile">{t('profile')}</AccountLink>
      <AccountLink to="/">{t('home')}</AccountLink>
      <AccountAction run={onKeys}>{t('keys.title')}</AccountAction>
      <div className={styles.preferences}>
        <span aria-hidden="true">{t('kit:language.label')}</span>
        <LanguageSwitch />
        <AddedLanguages />
        <span aria-hidden="true">{t('kit:theme.label')}</span>
        <ThemeSwitch />
      </div>
    </AccountDropdown>
  );
}
