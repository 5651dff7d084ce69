import type { Link } from '@linkway/kit/api';

export type LinkState = 'active' | 'paused' | 'expired' | 'used_up';

/** What a visitor of the link meets now. Only clicks that the redirect counts use a link up; while they are not known, nothing is. */
export function linkState(link: Link, now = Date.now()): LinkState {
  if (!link.is_active) return 'paused';
  if (link.expires_at && Date.parse(link.expires_at) <= now) return 'expired';
  if (link.max_clicks !== null && (link.clicks_used ?? 0) >= link.max_clicks) return 'used_up';
  return 'active';
}

export const hasDevices = (link: Link): boolean => Object.values(link.device_targeting).some(Boolean);
