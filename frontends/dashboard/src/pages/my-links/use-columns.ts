import { inStorage, putInStorage } from '@linkway/kit/base';
import { useState } from 'react';

/** What the list may show beside the link itself, in its order. */
export const COLUMNS = ['state', 'tags', 'campaign', 'domain', 'clicks', 'created', 'expires'] as const;
export type ColumnKey = (typeof COLUMNS)[number];
const USUAL: readonly ColumnKey[] = ['state', 'tags', 'campaign', 'clicks', 'created'];
/** Of this account in this browser: signing out clears it. */
const KEY = 'my_links_columns';

export interface ChosenColumns {
  shown: readonly ColumnKey[];
  choose: (columns: readonly ColumnKey[]) => void;
}

/** The columns that the list shows. */
export function useColumns(): ChosenColumns {
  const [shown, setShown] = useState(kept);
  const choose = (columns: readonly ColumnKey[]): void => {
    const next = COLUMNS.filter((key) => columns.includes(key));
    putInStorage(KEY, next.join(','));
    setShown(next);
  };
  return { shown, choose };
}

/** Empty: the link alone, as somebody may have chosen. */
function kept(): readonly ColumnKey[] {
  const keys = inStorage(KEY)?.split(',');
  return keys ? COLUMNS.filter((key) => keys.includes(key)) : USUAL;
}
