import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { Button } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { lazyDialog } from '../lazy-dialog';
import { useTexts } from '../texts';
import styles from './row-menu.module.css';
import type { OpenMenuProps, RowMenuItem } from './row-menu-items';

// A list is read before anything is done with a row.
const OpenMenu = lazyDialog(
  () => import('./row-menu-items'),
  ({ close }: OpenMenuProps) => close(),
);

/** While nothing else is to be done, so that it is there at the first press. */
const AFTER_MS = 1_500;

/** The rest of what can be done with a row. */
export function RowMenu({ name, items }: { name: string; items: readonly RowMenuItem[] }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  // A press outside of the menu closes it: so does the one on its button, before it is a click.
  const wasOpen = useRef(false);
  useEffect(() => {
    const timer = window.setTimeout(OpenMenu.fetch, AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);

  return (
    <span className={styles.place}>
      <Button
        ref={button}
        type="text"
        icon={<MoreOutlined aria-hidden />}
        aria-label={t('more_of', { name })}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={OpenMenu.fetch}
        onFocus={OpenMenu.fetch}
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={({ detail }) => {
          // A key says nothing of where a pointer went down before.
          setOpen(detail === 0 || !wasOpen.current);
          wasOpen.current = false;
        }}
      />
      {open && <OpenMenu id={id} items={items} close={() => setOpen(false)} toButton={() => button.current?.focus()} />}
    </span>
  );
}
