import type { Me } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { MenuOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import styles from './frame.module.css';
import { FrameAccount } from './frame-account';
import { Bell } from './notifications/bell';
import { paletteKeys } from './use-keys';

interface Props {
  me: Me;
  tab: string;
  onMenu: () => void;
  onPalette: () => void;
  onKeys: () => void;
}

export function FrameHeader({ me, tab, onMenu, onPalette, onKeys }: Props) {
  const { t } = useTranslation('frame');
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
      <Bell me={me} tab={tab} />
      <FrameAccount me={me} onKeys={onKeys} />
    </header>
  );
}
