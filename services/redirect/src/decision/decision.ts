import { ANY_HOST, type Route } from '@linkway/contracts';
import type { Device } from '@linkway/platform/visitor';

export interface Question {
  /** The route of the host that was asked, else the one for any host, else one of another host. */
  route: Route | null;
  /** The host that was asked, in its canonical form. */
  host: string;
  /** Milliseconds. */
  now: number;
  /** Only called when the link targets by device. */
  device: () => Device;
  /** Of a link with a click cap: whether it is used up. */
  usedUp: boolean;
  /** Whether the visitor gave the link's password. */
  unlocked: boolean;
  /** All links of its workspace are paused. */
  isShut: boolean;
}

export type Decision =
  | { outcome: 'unknown'; route: null }
  | { outcome: 'paused' | 'expired' | 'used_up' | 'wrong_domain' | 'password'; route: Route }
  | { outcome: 'redirect'; route: Route; destination: string; rule: string };

/** What a visit leads to. Pure; the order is the product's. */
export function decide({ route, host, now, device, usedUp, unlocked, isShut }: Question): Decision {
  if (route === null) return { outcome: 'unknown', route };
  if (!route.is_active || isShut) return { outcome: 'paused', route };
  if (route.expires_at !== null && Date.parse(route.expires_at) <= now) return { outcome: 'expired', route };
  if (route.max_clicks !== null && usedUp) return { outcome: 'used_up', route };
  if (route.host !== ANY_HOST && route.host !== host) return { outcome: 'wrong_domain', route };
  if (route.password_hash !== null && !unlocked) return { outcome: 'password', route };
  const targeting = route.device_targeting;
  if (targeting !== null) {
    const wanted = device();
    const destination = targeting[wanted];
    if (destination) return { outcome: 'redirect', route, destination, rule: `device:${wanted}` };
  }
  return { outcome: 'redirect', route, destination: route.original_url, rule: 'default' };
}
