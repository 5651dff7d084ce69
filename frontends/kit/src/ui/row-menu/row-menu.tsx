import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { Button, Dropdown } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from './texts';

export interface RowMenuItem {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: true;
  /** A line above it. */
  apart?: true;
  /** Opens in a new window. */
  href?: string;
  run?: () => void;
}

/** Of a second: a menu that is not there then was closed. */
const MOST_FRAMES = 60;

/**
 * The rest of what can be done with a row. By keyboard its first item has the focus; choosing and Escape give the focus back to the
 * button before anything is done, so that a dialog knows where to return to.
 */
export function RowMenu({ name, items }: { name: string; items: readonly RowMenuItem[] }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
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
  }, [open, id]);

  const choose = (item: RowMenuItem): void => {
    button.current?.focus();
    setOpen(false);
    if (item.href) window.open(item.href, '_blank', 'noreferrer');
    item.run?.();
  };
  const onKey = (event: KeyboardEvent): void => {
    // Choosing moves the focus: the same press must not press what has it then.
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') {
      // Tab goes on from the button.
      event.stopPropagation();
      button.current?.focus();
      setOpen(false);
    }
    // The menu knows Enter alone.
    if (event.key === ' ') (event.target as HTMLElement).click();
  };

  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      popupRender={(menu) => (
        <div id={id} onKeyDown={onKey} role="presentation">
          {menu}
        </div>
      )}
      menu={{
        items: items.flatMap(({ key, label, icon, danger, apart, ...item }) => [
          ...(apart ? [{ type: 'divider' as const, key: `before-${key}` }] : []),
          { key, label, icon, danger, onClick: () => choose({ key, label, ...item }) },
        ]),
      }}
    >
      <Button
        ref={button}
        type="text"
        icon={<MoreOutlined aria-hidden />}
        aria-label={t('more_of', { name })}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
      />
    </Dropdown>
  );
}
