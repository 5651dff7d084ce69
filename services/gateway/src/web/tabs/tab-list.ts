import { z } from 'zod';

const key = z.string().regex(/^[a-z][a-z0-9-]{0,49}$/);
const text = z.string().trim().min(1).max(60);
const title = z.object({ en: text, vi: text });
const order = z.int().min(-10_000).max(10_000);
/** Below the remote's own address, whatever it writes. */
const file = z.string().regex(/^(?!.*\.\.)[\w][\w./-]{0,199}$/);
const files = z.array(file).max(60);

const facades = z.array(z.string().max(100)).max(60).default([]);
const ask = z.string().regex(/^\/api\/[\w\-/.?=&{}:]{1,300}$/);

const tab = z
  .object({
    key,
    group: key,
    icon: key,
    order,
    title,
    role: z.enum(['admin']).optional(),
    /** What its page is made of, its texts by language, and the facades of the shell that it asks for at once. */
    files: files.default([]),
    texts: z.object({ en: files, vi: files }).default({ en: [], vi: [] }),
    facades,
    /** The same of what the page fetches last and shows first, as a chart. */
    later: z.object({ files: files.default([]), facades }).optional(),
    /** What its page asks the API for as it opens, where its address says nothing but the tab; `{timezone}` is the
     * browser's, `{days_ago:6}` its day of so many days before.
     */
    asks: z.array(ask).max(5).default([]),
  })
  .refine(({ role, asks }) => role === undefined || asks.length === 0, {
    error: 'a tab for administrators asks nothing before it is known who opens it',
  });

/** tabs.json, as a remote's build writes it (frontends/kit/build/tabs.mjs). */
export const tabList = z.object({
  /** What the remote itself begins with. */
  entry: files.default([]),
  groups: z.array(z.object({ key, order, title })).max(30).default([]),
  tabs: z.array(tab).max(60),
});
export type TabList = z.infer<typeof tabList>;
export type Tab = TabList['tabs'][number];

export interface Menu {
  groups: { key: string; title: { en: string; vi: string } }[];
  tabs: (Tab & { remote: string })[];
}

const inOrder = <T extends { order: number; key: string }>(entries: T[]): T[] =>
  entries.sort((a, b) => a.order - b.order || a.key.localeCompare(b.key));

/** The tabs of all remotes. Of two that say something of the same key, the one that is configured first does. */
export function menuOf(lists: ReadonlyMap<string, TabList>): Menu {
  const tabs = new Map<string, Tab & { remote: string }>();
  const groups = new Map<string, TabList['groups'][number]>();
  for (const [remote, list] of lists) {
    for (const each of list.tabs) if (!tabs.has(each.key)) tabs.set(each.key, { ...each, remote });
    for (const each of list.groups) if (!groups.has(each.key)) groups.set(each.key, each);
  }
  // One that nobody names stands last, under its key.
  for (const { group } of tabs.values()) {
    if (!groups.has(group)) groups.set(group, { key: group, order: 10_001, title: { en: group, vi: group } });
  }
  return {
    groups: inOrder([...groups.values()]).map(({ key, title }) => ({ key, title })),
    tabs: inOrder([...tabs.values()]),
  };
}
