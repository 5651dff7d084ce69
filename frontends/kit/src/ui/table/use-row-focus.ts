import { type FocusEvent, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { TableHandle } from './data-table';

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)';

/**
 * Keeps the focus in the list: when the row that has it goes, or its table becomes cards, the last control of the row at its place gets
 * it, which is the menu; the list itself, where there is none, or where the focus was beside its rows, as at what it says of none.
 */
export function useRowFocus(root: RefObject<HTMLElement | null>, keys: readonly string[], handle: TableHandle['ref']) {
  /** The row; null: beside all rows. */
  const focused = useRef<{ row: string | null } | null>(null);
  const before = useRef(keys);
  const places = useRef(new Map<string, number>());

  const focusRow = (key: string): void => {
    const place = keys.includes(key) ? keys.indexOf(key) : (places.current.get(key) ?? 0);
    const wanted = keys[Math.min(place, keys.length - 1)];
    const row = [...(root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
      ({ dataset }) => dataset.row === wanted,
    );
    const control = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].at(-1);
    (control ?? root.current)?.focus();
  };

  useImperativeHandle(handle, () => ({ focusRow }));

  useLayoutEffect(() => {
    for (const [place, key] of before.current.entries()) places.current.set(key, place);
    before.current = keys;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!focused.current || !lost) return;
    if (focused.current.row === null) root.current?.focus();
    else focusRow(focused.current.row);
  });

  return {
    onFocus: ({ target }: FocusEvent): void => {
      focused.current = { row: target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null };
    },
    // Not told of an element that is taken away.
    onBlur: (): void => {
      focused.current = null;
    },
  };
}
