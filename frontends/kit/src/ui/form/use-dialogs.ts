import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

interface Kept<Kind, Row> {
  id: string;
  kind: Kind;
  of: Row;
  open: boolean;
  /** Nothing of it is wanted any more; it only goes out of sight. */
  ended: boolean;
}

/** What a dialog over a list is given. */
export interface Dialog<Row> {
  /** Of this dialog alone. */
  id: string;
  of: Row;
  open: boolean;
  /** Above those that were opened before. */
  zIndex: number;
  show: () => void;
  /** Out of sight; what it holds and waits for stays. */
  hide: () => void;
  end: () => void;
  afterClose: () => void;
}

/** Where antd puts its own; toasts are above. */
const BOTTOM = 1_000;

function shown<Kind, Row>(dialogs: Kept<Kind, Row>[], id: string): Kept<Kind, Row>[] {
  return [
    ...dialogs.filter((dialog) => dialog.id !== id),
    ...dialogs.filter((dialog) => dialog.id === id).map((dialog) => ({ ...dialog, open: true })),
  ];
}

/** Nowhere, or at what is out of sight, from where the browser is about to take it. */
function isFocusLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || ('checkVisibility' in at && !at.checkVisibility());
}

/**
 * The dialogs over a list, in the order in which they were opened. Each is of one row and has its own state, so that an answer
 * that comes late meets what it was asked for, and opening the same again leads back to one that still waits.
 */
export function useDialogs<Kind extends string, Row extends { id: string }>(afterClose?: (row: Row) => void) {
  const [dialogs, setDialogs] = useState<Kept<Kind, Row>[]>([]);
  const opened = useRef(0);
  const [last, setLast] = useState<{ row: Row } | null>(null);
  const onClosed = useEffectEvent((row: Row) => {
    // The button that opened it may be gone, and the focus with it.
    if (isFocusLost()) afterClose?.(row);
  });
  // Once it is out of the page: until then the focus may be in it.
  useEffect(() => {
    if (last) onClosed(last.row);
  }, [last]);

  const open = (kind: Kind, row: Row): void => {
    opened.current += 1;
    const id = `${kind}-${opened.current}`;
    setDialogs((all) => {
      const kept = all.find((dialog) => dialog.kind === kind && dialog.of.id === row.id && !dialog.ended);
      return kept ? shown(all, kept.id) : [...all, { id, kind, of: row, open: true, ended: false }];
    });
  };
  const end = (id: string): void =>
    setDialogs((all) =>
      all
        .filter((dialog) => dialog.id !== id || dialog.open)
        .map((dialog) => (dialog.id === id ? { ...dialog, open: false, ended: true } : dialog)),
    );
  const hide = (id: string): void =>
    setDialogs((all) => all.map((dialog) => (dialog.id === id ? { ...dialog, open: false } : dialog)));
  const closed = ({ id, of: row }: Kept<Kind, Row>): void => {
    setLast({ row });
    setDialogs((all) => all.filter((dialog) => dialog.id !== id || !dialog.ended));
  };

  const of = (wanted: Kind): Dialog<Row>[] =>
    dialogs.flatMap((dialog, place) =>
      dialog.kind === wanted
        ? {
            id: dialog.id,
            of: dialog.of,
            open: dialog.open,
            zIndex: BOTTOM + place,
            show: () => setDialogs((all) => shown(all, dialog.id)),
            hide: () => hide(dialog.id),
            end: () => end(dialog.id),
            afterClose: () => closed(dialog),
          }
        : [],
    );

  return { open, of };
}

/** Where a dialog is when an answer comes: gone together with its page, too. */
export function useSight(open: boolean): RefObject<'shown' | 'hidden' | 'gone'> {
  const sight = useRef<'shown' | 'hidden' | 'gone'>('hidden');
  useEffect(() => {
    sight.current = open ? 'shown' : 'hidden';
    return () => {
      sight.current = 'gone';
    };
  }, [open]);
  return sight;
}
