import { type Language, translator } from '@linkway/kit/i18n';
import type { RuntimeConfig, Tab, TabGroup } from '@linkway/kit/remote';
import { createContext, use } from 'react';

/** What the remotes' tabs are, in the menu's order: each remote brings its own (`src/tabs.json`). */
export type TabList = Pick<RuntimeConfig, 'groups' | 'tabs'>;

export const TabsContext = createContext<TabList>({ groups: [], tabs: [] });

export const useTabs = (): TabList => use(TabsContext);

/** The tabs that a role may open. */
export const tabsFor = ({ tabs }: TabList, admin: boolean): Tab[] =>
  tabs.filter(({ role }) => admin || role !== 'admin');

/** In this language, or by its key where a remote says nothing. Of a language that was added, a text of its own stands for the English title. */
export function titleOf(tab: Tab | TabGroup, language: string): string {
  const { key, title } = tab;
  return title[language as Language] ?? ownTitle(`tabs:${'group' in tab ? 'tab' : 'group'}_${key}`, title.en ?? key);
}

// No text of a project: remotes bring titles with their tabs.
const ownTitle = (name: string, defaultValue: string): string =>
  (translator('kit') as unknown as (name: string, options: { defaultValue: string }) => string)(name, { defaultValue });

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

/** The tab to show for a key: itself, or the fallback for the role, or the overview, or the first that there is. */
export function resolveTab(key: string | null, admin: boolean, tabs: readonly Pick<Tab, 'key' | 'role'>[]): string {
  const open = tabs.filter(({ role }) => admin || role !== 'admin').map((tab) => tab.key);
  const first = [admin ? 'admin-stats' : '', 'overview'].find((each) => open.includes(each)) ?? open[0] ?? 'overview';
  const wanted = key === 'links' ? 'my-links' : key;
  if (!wanted) return first;
  const allowed = !admin && isAdminKey(wanted) ? (memberFallback[wanted] ?? 'overview') : wanted;
  return open.includes(allowed) ? allowed : first;
}
