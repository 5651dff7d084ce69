import type { Link } from '@linkway/kit/api';
import { useEffect, useReducer } from 'react';

export type LinkState = 'active' | 'quarantined' | 'paused' | 'scheduled' | 'expired' | 'used_up';

/** What a visitor of the link meets now. Only clicks that the redirect counts use a link up; while they are not known, nothing is. */
export function linkState(link: Link, now = Date.now()): LinkState {
  if (link.quarantine) return 'quarantined';
  if (!link.is_active) return 'paused';
  if (link.expires_at && Date.parse(link.expires_at) <= now) return 'expired';
  if (link.max_clicks !== null && (link.clicks_used ?? 0) >= link.max_clicks) return 'used_up';
  if (link.starts_at && Date.parse(link.starts_at) > now) return 'scheduled';
  return 'active';
}

/** The longest that a timer waits. */
const LONGEST_MS = 2 ** 31 - 1;

/** Draws again when the next of these links or keys begins or comes to its end, so that their state is as it is told. */
export function useEnds(ending: readonly Pick<Link, 'starts_at' | 'expires_at'>[] | undefined): void {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    let timer: number | undefined;
    const wait = (): void => {
      const now = Date.now();
      const ends = (ending ?? [])
        .flatMap(({ starts_at, expires_at }) => [Date.parse(starts_at ?? ''), Date.parse(expires_at ?? '')])
        .filter((end) => end > now);
      if (ends.length === 0) return;
      timer = window.setTimeout(
        () => {
          look();
          wait();
        },
        Math.min(Math.min(...ends) - now, LONGEST_MS),
      );
    };
    wait();
    return () => window.clearTimeout(timer);
  }, [ending]);
}

export const hasLocations = (link: Link): boolean => Object.keys(link.location_targeting ?? {}).length > 0;

export const hasDevices = (link: Link): boolean =>
  Object.values({ ...link.device_targeting, ...link.system_targeting }).some(Boolean);
