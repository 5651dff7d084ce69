import { Dropdown } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import styles from './row-menu.module.css';

export interface RowMenuItem {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: true;
  /** A line above it. */
  apart?: true;
  /** Why it cannot be chosen here. */
  refused?: string;
  /** Opens in a new window. */
  href?: string;
  run?: () => void;
}

export interface OpenMenuProps {
  id: string;
  items: readonly RowMenuItem[];
  close: () => void;
  /** Gives the focus back. */
  toButton: () => void;
}

/** Of a second: a menu that is not there then was closed. */
const MOST_FRAMES = 60;

/**
 * The menu below its button. By keyboard its first item has the focus; choosing and Escape give the focus back to the button before
 * anything is done, so that a dialog knows where to return to.
 */
export default function OpenMenu({ id, items, close, toButton }: OpenMenuProps) {
  useEffect(() => {
    let left = MOST_FRAMES;
    // Hidden until it has its place, it cannot have the focus.
    const look = (): void => {
      const first = document.getElementById(id)?.querySelector<HTMLElement>('[role="menuitem"]');
      first?.focus();
      left -= 1;
      if (left > 0 && (!first || document.activeElement !== first)) frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [id]);

  const choose = (item: RowMenuItem): void => {
    toButton();
    close();
    if (item.href) window.open(item.href, '_blank', 'noreferrer');
    item.run?.();
  };
  const onKey = (event: KeyboardEvent): void => {
    // Choosing moves the focus: the same press must not press what has it then.
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') {
      // Tab goes on from the button.
      event.stopPropagation();
      toButton();
      close();
    }
    // The menu knows Enter alone.
    if (event.key === ' ') (event.target as HTMLElement).click();
  };

  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      open
      onOpenChange={(open) => !open && close()}
      popupRender={(menu) => (
        <div id={id} onKeyDown={onKey} role="presentation">
          {menu}
        </div>
      )}
      menu={{
        items: items.flatMap(({ key, label, icon, danger, apart, refused, ...item }) => [
          ...(apart ? [{ type: 'divider' as const, key: `before-${key}` }] : []),
          {
            key,
            label: refused ? <Refused label={label} reason={refused} /> : label,
            icon,
            danger,
            disabled: refused !== undefined,
            onClick: () => choose({ key, label, ...item }),
          },
        ]),
      }}
    >
      <span className={styles.anchor} />
    </Dropdown>
  );
}

function Refused({ label, reason }: { label: string; reason: string }) {
  return (
    <>
      {label} <span className={styles.reason}>{reason}</span>
    </>
  );
}
