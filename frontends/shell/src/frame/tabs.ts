import { HomeOutlined, LineChartOutlined, LinkOutlined, PlusOutlined } from '@linkway/kit/ui/icons';
import type { ComponentType } from 'react';

export interface TabDefinition {
  key: string;
  /** A heading of the menu, `frame:group.<group>`. */
  group: 'links' | 'insight';
  /** `frame:tab.<key>` names it. */
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** The remote that draws it, through its `./tab` module. */
  remote: 'dashboard';
  adminOnly?: boolean;
}

/** The tabs that are built, in the menu's order. */
export const tabs: readonly TabDefinition[] = [
  { key: 'overview', group: 'links', icon: HomeOutlined, remote: 'dashboard' },
  { key: 'create', group: 'links', icon: PlusOutlined, remote: 'dashboard' },
  { key: 'my-links', group: 'links', icon: LinkOutlined, remote: 'dashboard' },
  { key: 'analytics', group: 'insight', icon: LineChartOutlined, remote: 'dashboard' },
];

// Where a member is taken who asks for an admin's tab, when it is not the overview.
const memberFallback: Record<string, string> = {
  'guest-links': 'my-links',
  'plan-permissions': 'subscription',
  domains: 'my-domains',
  revenue: 'transactions',
};
const adminKeys = [
  'admin-stats',
  'guest-links',
  'plan-permissions',
  'users',
  'domains',
  'blog-management',
  'revenue',
  'system',
  'logs',
  'payments',
  'security',
  'languages',
  'smtp',
  'deployment',
];

export const isAdminKey = (key: string): boolean => adminKeys.includes(key) || key.startsWith('admin-');

/** The tab to show for a key: itself, or the fallback for the role, or the overview where that is not built. */
export function resolveTab(key: string | null, admin: boolean, built = tabs.map((tab) => tab.key)): string {
  const first = admin && built.includes('admin-stats') ? 'admin-stats' : 'overview';
  const wanted = key === 'links' ? 'my-links' : key;
  if (!wanted) return first;
  const allowed = !admin && isAdminKey(wanted) ? (memberFallback[wanted] ?? 'overview') : wanted;
  return built.includes(allowed) ? allowed : first;
}
