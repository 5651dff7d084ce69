import { asProblem, type Me } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { RemoteView } from '@linkway/kit/remote';
import { Link, useNavigate } from '@linkway/kit/router';
import { signOut } from '@linkway/kit/session';
import { Button, Drawer } from '@linkway/kit/ui';
import { LogoutOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@linkway/kit/ui/icons';
import { useState } from 'react';
import { LanguageSwitch, ThemeSwitch } from '../layout/preferences';
import styles from './frame.module.css';
import { keepSidebar, sidebarOpen } from './sidebar-cookie';
import { TabMenu } from './tab-menu';
import { tabs } from './tabs';
import { useTab } from './use-tab';

/** Menu, header and the current tab, drawn by its remote. */
export function Frame({ me }: { me: Me }) {
  const { t } = useTranslation('frame');
  const admin = me.role === 'admin';
  const tab = useTab(admin);
  const navigate = useNavigate();
  const [open, setOpen] = useState(sidebarOpen);
  const [drawer, setDrawer] = useState(false);
  const remote = tabs.find(({ key }) => key === tab)?.remote ?? 'dashboard';

  const toggle = (): void => {
    keepSidebar(!open);
    setOpen(!open);
  };
  const leave = async (): Promise<void> => {
    try {
      await signOut();
      await navigate('/', { replace: true });
    } catch (error) {
      toast(asProblem(error).detail, { kind: 'error' });
    }
  };

  return (
    <div className={`${styles.frame} ${open ? '' : styles.collapsed}`}>
      <aside className={styles.sidebar}>
        <TabMenu current={tab} admin={admin} compact={!open} />
        <Button
          type="text"
          className={styles.collapse}
          icon={open ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
          aria-label={open ? t('collapse') : t('expand')}
          aria-expanded={open}
          onClick={toggle}
        />
      </aside>
      <Drawer open={drawer} placement="left" size={280} title={t('menu')} onClose={() => setDrawer(false)}>
        <TabMenu current={tab} admin={admin} onOpen={() => setDrawer(false)} />
      </Drawer>
      <div className={styles.column}>
        <header className={styles.header}>
          <Button
            type="text"
            className={styles.burger}
            icon={<MenuOutlined />}
            aria-label={t('menu')}
            onClick={() => setDrawer(true)}
          />
          <Link to="/" className={styles.greeting} title={t('home')}>
            {t('greeting', { email: me.email })}
          </Link>
          <LanguageSwitch />
          <ThemeSwitch />
          <Button icon={<LogoutOutlined />} aria-label={t('logout')} onClick={() => void leave()} />
        </header>
        <main className={styles.main}>
          <RemoteView key={remote} remote={remote} module="tab" props={{ tab }} />
        </main>
      </div>
    </div>
  );
}
