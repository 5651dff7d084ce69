import { useEffect, useRef } from 'react';
import type { ListQuery } from './list-query';
import type { GuestLinkPage } from './use-guest-links';

type Change = (change: Partial<ListQuery>, how?: { replace?: boolean }) => void;

/**
 * To the next page and back, by the places where pages begin. Those that were turned are remembered, each with the one before it; before one that the
 * address began with stands the first.
 */
export function useSteps(
  { cursor }: ListQuery,
  change: Change,
  { page, old }: { page: GuestLinkPage | undefined; old: boolean },
): { onPrevious: (() => void) | null; onNext: (() => void) | null } {
  const before = useRef(new Map<string, string>());
  const next = page?.pagination.next_starting_after ?? null;
  const previous = (replace: boolean): void => change({ cursor: before.current.get(cursor) ?? '' }, { replace });
  const isEmpty = page !== undefined && !old && page.data.length === 0 && next === null && cursor !== '';
  /** Pages that had links. */
  const held = useRef(new Set<string>());

  // The last link of the last page was deleted. A search that ends without any says so.
  useEffect(() => {
    if (page && !old && page.data.length > 0) held.current.add(cursor);
    if (isEmpty && (!page.filtered || held.current.has(cursor))) previous(true);
  });

  return {
    onPrevious: cursor === '' ? null : () => previous(false),
    onNext:
      next === null || old
        ? null
        : () => {
            before.current.set(next, cursor);
            change({ cursor: next });
          },
  };
}
