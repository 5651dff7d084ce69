import { useEffect } from 'react';

interface Shown {
  data: readonly unknown[];
  pagination: { total_pages: number };
}

/**
 * Leads back to the last page: the address may name one that there is not, or the list has become shorter meanwhile. `old`: what is shown is the
 * answer to what was asked before.
 */
export function useLastPage(
  shown: Shown | undefined,
  old: boolean,
  page: number,
  change: (change: { page: number }, how: { replace: true }) => void,
): void {
  const lastPage = Math.max(1, shown?.pagination.total_pages ?? 1);
  useEffect(() => {
    if (shown && !old && shown.data.length === 0 && page > lastPage) change({ page: lastPage }, { replace: true });
  });
}
