import type { Me } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { useNavigate } from '@linkway/kit/router';
import { Button, Dropdown } from '@linkway/kit/ui';
import { DownOutlined, HomeOutlined, LogoutOutlined, MenuOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { LanguageSwitch, ThemeSwitch } from '../layout/preferences';
import { useLeave } from '../layout/use-leave';
import styles from './frame.module.css';
import { paletteKeys } from './use-keys';

interface Props {
  me: Me;
  onMenu: () => void;
  onPalette: () => void;
  onKeys: () => void;
}

export function FrameHeader({ me, onMenu, onPalette, onKeys }: Props) {
  const { t } = useTranslation('frame');
  const navigate = useNavigate();
  const leave = useLeave();
  const items = [
    { key: 'home', icon: <HomeOutlined />, label: t('home'), onClick: () => void navigate('/') },
    { key: 'keys', icon: <kbd className={styles.kbd}>?</kbd>, label: t('keys.title'), onClick: onKeys },
    { type: 'divider' as const },
    { key: 'leave', icon: <LogoutOutlined />, label: t('logout'), onClick: () => void leave() },
  ];
  return (
    <header className={styles.header}>
      <Button type="text" className={styles.burger} icon={<MenuOutlined />} aria-label={t('menu')} onClick={onMenu} />
      <p className={styles.greeting}>{t('greeting', { email: me.email })}</p>
      <button type="button" className={styles.find} onClick={onPalette}>
        <SearchOutlined />
        <span className={styles.findText}>{t('palette.open')}</span>
        <kbd className={styles.kbd} aria-hidden="true">
          {paletteKeys()}
        </kbd>
      </button>
      <div className={styles.headerPreferences}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <button type="button" className={styles.account} aria-label={t('account', { email: me.email })}>
          <span className={styles.avatar} aria-hidden="true">
            {(me.full_name || me.email).slice(0, 1).toUpperCase()}
          </span>
          <DownOutlined />
        </button>
      </Dropdown>
    </header>
  );
}
