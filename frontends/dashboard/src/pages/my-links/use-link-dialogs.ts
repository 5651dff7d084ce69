import type { Link } from '@linkway/kit/api';
import { type RefObject, useEffect, useRef, useState } from 'react';

type Kind = 'edit' | 'delete';

interface LinkDialog {
  id: string;
  kind: Kind;
  link: Link;
  open: boolean;
  /** Nothing of it is wanted any more; it only goes out of sight. */
  ended: boolean;
}

/** What a dialog over the list is given. */
export interface LinkDialogProps {
  /** Of this dialog alone. */
  id: string;
  link: Link;
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

const shown = (dialogs: LinkDialog[], id: string): LinkDialog[] => [
  ...dialogs.filter((dialog) => dialog.id !== id),
  ...dialogs.filter((dialog) => dialog.id === id).map((dialog) => ({ ...dialog, open: true })),
];

/**
 * The dialogs over the list, in the order in which they were opened. Each is of one link and has its own state, so that an answer
 * that comes late meets what it was asked for, and opening the same again leads back to one that still waits.
 */
export function useLinkDialogs() {
  const [dialogs, setDialogs] = useState<LinkDialog[]>([]);
  const opened = useRef(0);

  const open = (kind: Kind, link: Link): void => {
    opened.current += 1;
    const id = `${kind}-${opened.current}`;
    setDialogs((all) => {
      const kept = all.find((dialog) => dialog.kind === kind && dialog.link.id === link.id && !dialog.ended);
      return kept ? shown(all, kept.id) : [...all, { id, kind, link, open: true, ended: false }];
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

  const of = (kind: Kind): LinkDialogProps[] =>
    dialogs.flatMap((dialog, place) =>
      dialog.kind === kind
        ? {
            id: dialog.id,
            link: dialog.link,
            open: dialog.open,
            zIndex: BOTTOM + place,
            show: () => setDialogs((all) => shown(all, dialog.id)),
            hide: () => hide(dialog.id),
            end: () => end(dialog.id),
            afterClose: () => setDialogs((all) => all.filter(({ id, ended }) => id !== dialog.id || !ended)),
          }
        : [],
    );

  return { edit: (link: Link) => open('edit', link), remove: (link: Link) => open('delete', link), of };
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
