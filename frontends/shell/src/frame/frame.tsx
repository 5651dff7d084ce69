import type { Me } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { RemoteView } from '@linkway/kit/remote';
import { openTab } from '@linkway/kit/router';
import { Button, ElsewhereNotice, lazyDialog, useAddedLanguage } from '@linkway/kit/ui';
import { MenuFoldOutlined, MenuUnfoldOutlined, PlusOutlined } from '@linkway/kit/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { Brand } from '../layout/brand';
import { focusPage } from '../layout/focus-page';
import { usePageMeta } from '../layout/page-meta';
import { DeletionNotice } from './deletion-notice';
import styles from './frame.module.css';
import { FrameHeader } from './frame-header';
import { ImpersonationNotice } from './impersonation-notice';
import { keepSidebar, sidebarOpen } from './sidebar-cookie';
import { TabMenu } from './tab-menu';
import { titleOf, useTabs } from './tabs';
import { useInvitation } from './use-invitation';
import { focusFirstField, focusSearch, switchToToasts, useKeys } from './use-keys';
import { useReading } from './use-reading';
import { useTab } from './use-tab';

const closed = ({ onClose }: { onClose: () => void }): void => onClose();
const Palette = lazyDialog(() => import('./palette'), closed);
const KeysHelp = lazyDialog(() => import('./keys-help'), closed);
const TabDrawer = lazyDialog(
  () => import('./tab-drawer'),
  ({ afterClose }: { afterClose: () => void }) => afterClose(),
);

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Menu, header and the current tab, drawn by its remote. */
export function Frame({ me, elsewhere }: { me: Me; elsewhere?: 'other' | 'out' }) {
  const { t, i18n } = useTranslation('frame');
  useAddedLanguage();
  const admin = me.role === 'admin';
  const { tabs } = useTabs();
  const current = useTab(admin);
  const tab = current?.key ?? '';
  useInvitation();
  const [open, setOpen] = useState(sidebarOpen);
  /** null: it is not there. */
  const [drawer, setDrawer] = useState<boolean | null>(null);
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null);
  const reading = useReading();
  const main = useRef<HTMLElement>(null);
  const title = current ? titleOf(current, i18n.language) : '';
  usePageMeta(title ? `${title} · Linkway` : 'Linkway');
  // It was for the first page alone.
  useEffect(() => document.getElementById('outline')?.remove(), []);
  // What has the focus when a dialog opens has it again when that is gone.
  const opener = useRef<Element | null>(null);
  const show = (dialog: 'palette' | 'keys'): void => {
    if (!shown) opener.current = document.activeElement;
    setShown(dialog);
  };
  useEffect(() => {
    if (shown || !opener.current || !isFocusLost()) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
    opener.current = null;
    // Nothing had it, or what had it is gone.
    if (isFocusLost()) focusPage();
  }, [shown]);
  const place = useRef(tab);
  useEffect(() => {
    const toTop = (): void => window.scrollTo({ top: 0, behavior: 'instant' });
    if (place.current === tab) {
      // Whoever scrolls has the page laid out at once: with the next picture that is done anyway.
      const frame = requestAnimationFrame(toTop);
      return () => cancelAnimationFrame(frame);
    }
    toTop();
    place.current = tab;
    focusPage();
  }, [tab]);

  const toggle = (): void => {
    keepSidebar(!open);
    setOpen(!open);
  };
  useKeys({
    search: () => focusSearch(main.current) || show('palette'),
    create: () => (tab === 'create' ? focusFirstField(main.current) : openTab('create')),
    toasts: switchToToasts,
    help: () => show('keys'),
    palette: () => (shown === 'palette' ? setShown(null) : show('palette')),
  });

  return (
    <div className={`${styles.frame} ${open ? '' : styles.collapsed}`}>
      <a className={styles.skip} href="#tab">
        {t('skip')}
      </a>
      <aside className={styles.sidebar}>
        <div className={styles.brand}>
          <Brand compact={!open} />
        </div>
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
      {drawer !== null && (
        <TabDrawer
          open={drawer}
          current={tab}
          admin={admin}
          onClose={() => setDrawer(false)}
          afterClose={() => setDrawer(null)}
        />
      )}
      <div className={styles.column}>
        <FrameHeader
          me={me}
          tab={tab}
          onMenu={() => setDrawer(true)}
          onPalette={() => show('palette')}
          onKeys={() => show('keys')}
        />
        {me.impersonation && !elsewhere && <ImpersonationNotice me={me} impersonation={me.impersonation} />}
        {me.deletion_at && !me.impersonation && !elsewhere && <DeletionNotice at={me.deletion_at} />}
        <ElsewhereNotice over="page" />
        <main ref={main} id="tab" tabIndex={-1} className={styles.main}>
          {current && <RemoteView key={current.remote} remote={current.remote} module="tab" props={{ tab }} />}
        </main>
      </div>
      {tab !== 'create' && tabs.some(({ key }) => key === 'create') && (
        <button
          type="button"
          className={`${styles.float} ${reading ? styles.away : ''}`}
          aria-label={t('create')}
          onClick={() => openTab('create')}
        >
          <PlusOutlined />
        </button>
      )}
      {shown === 'palette' && <Palette admin={admin} onClose={() => setShown(null)} />}
      {shown === 'keys' && <KeysHelp onClose={() => setShown(null)} />}
    </div>
  );
}
