import { useTranslation } from '@linkway/kit/i18n';
import { Modal } from '@linkway/kit/ui/dialog';
import { SearchOutlined } from '@linkway/kit/ui/icons';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from './palette.module.css';
import { type PaletteItem, usePaletteItems } from './palette-items';

interface Props {
  admin: boolean;
  onClose: () => void;
}

/** One field over pages, links and actions. The focus stays in it; arrows move the choice, Enter takes it. */
export default function Palette({ admin, onClose }: Props) {
  const { t } = useTranslation('frame');
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const items = usePaletteItems(text, admin);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const at = Math.min(index, items.length - 1);
  const current = items[at];

  const take = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    item.run();
  };
  const move = (by: number): void => {
    if (items.length === 0) return;
    const next = (at + by + items.length) % items.length;
    setIndex(next);
    document.getElementById(`${id}-${items[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const act = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: () => take(current) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={600}
      title={t('palette.title')}
      classNames={{ header: 'lw-visually-hidden' }}
      className={styles.palette}
      afterOpenChange={() => field.current?.focus()}
      onCancel={onClose}
    >
      <div className={styles.field}>
        <SearchOutlined />
        <input
          ref={field}
          className={styles.input}
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('palette.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={t('palette.results')}>
        {(['pages', 'links', 'actions'] as const).map((group) => {
          const shown = items.filter((item) => item.group === group);
          if (shown.length === 0) return null;
          return (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} className={styles.group}>
                {t(`palette.${group}`)}
              </div>
              {shown.map((item) => (
                <div
                  key={item.id}
                  id={`${id}-${item.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === current}
                  className={styles.item}
                  onPointerMove={() => setIndex(items.indexOf(item))}
                  onClick={() => take(item)}
                  onKeyDown={onKeyDown}
                >
                  {item.icon}
                  <bdi className={styles.text}>{item.text}</bdi>
                  {item.detail && <bdi className={styles.detail}>{item.detail}</bdi>}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {items.length === 0 && (
        <p className={styles.nothing} role="status">
          {t('palette.nothing')}
        </p>
      )}
    </Modal>
  );
}
