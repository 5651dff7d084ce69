import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@linkway/contracts';
import type { AppLogger } from '@linkway/platform';
import { z } from 'zod';
import type { Remote } from '../web-files.js';
import { RemoteTabs } from './remote-tabs.js';
import { type Menu, menuOf, type TabList } from './tab-list.js';

const KEPT_MS = 1_000;

const files = z.array(z.string());
const needs = z.object({ files, texts: z.object({ en: files, vi: files }), facades: files });
/** preload.json, as the shell's build writes it (frontends/kit/build/preload.mjs). */
const preload = z.object({ pages: z.record(z.string(), needs), facades: z.record(z.string(), files) });
type Preload = z.infer<typeof preload>;

export interface RuntimeConfig {
  remotes: Record<string, string>;
  groups: Menu['groups'];
  tabs: Pick<Menu['tabs'][number], 'key' | 'group' | 'icon' | 'title' | 'role' | 'remote'>[];
}

export interface Asked {
  /** Path and query. */
  url: string;
  language: Locale;
  /** Whether there may be a session: who has none is sent to sign in, and needs none of it. */
  isMember: boolean;
}

/** What pages of the app are told before their scripts ask: where remotes are, their tabs, and the files of an address. */
export class DashboardHead {
  private readonly remotes: readonly Remote[];
  private readonly root: string;
  private readonly remoteTabs: RemoteTabs;
  private kept: { value: Promise<Preload | null>; until: number } | null = null;

  constructor(root: string, remotes: readonly Remote[], logger: AppLogger) {
    this.root = root;
    this.remotes = remotes;
    this.remoteTabs = new RemoteTabs(remotes, logger);
  }

  /** /config.json. */
  async config(): Promise<RuntimeConfig> {
    return this.configOf(menuOf(await this.remoteTabs.lists()));
  }

  /** What goes at the end of the head of a page and before its root; nothing into a page that needs none. */
  async tags({ url, language, isMember }: Asked): Promise<{ head: string; body: string }> {
    const [path = '', query] = url.split('?', 2);
    if (path.replace(/\/$/, '') !== '/dashboard') return { head: '', body: '' };
    const asked = new URLSearchParams(query);
    const key = asked.get('tab');
    const [lists, shell] = await Promise.all([this.remoteTabs.lists(), this.preload()]);
    const menu = menuOf(lists);
    // Nobody knows yet whether it is an administrator who asks; others are shown another tab.
    const shown = menu.tabs.find((tab) => tab.key === (key ?? 'overview') && tab.role === undefined);
    const found = shell && isMember ? this.needed(shell, lists, shown, language) : [];
    return {
      head: [
        dataOf('config', this.configOf(menu)),
        ...(isMember ? [dataOf('asks', asked.size === (key === null ? 0 : 1) ? (shown?.asks ?? []) : [])] : []),
        ...found.map(tagOf),
      ].join('\n  '),
      body: isMember && shown ? outlineOf(shown.title[language]) : '',
    };
  }

  private configOf({ groups, tabs }: Menu): RuntimeConfig {
    return {
      remotes: Object.fromEntries(this.remotes.map(({ name, manifest }) => [name, manifest])),
      groups,
      tabs: tabs.map(({ key, group, icon, title, role, remote }) => ({ key, group, icon, title, role, remote })),
    };
  }

  /** Addresses in the order in which they are needed, each once. */
  private needed(
    shell: Preload,
    lists: ReadonlyMap<string, TabList>,
    tab: Menu['tabs'][number] | undefined,
    language: Locale,
  ): string[] {
    const frame = shell.pages['/dashboard'];
    const remote = this.remotes.find(({ name }) => name === tab?.remote);
    const own = (file: string): string => `/${file}`;
    const theirs = (file: string): string => new URL(file, new URL(remote?.manifest ?? '', 'http://app')).href;
    const filesOf = (names: readonly string[] = []): string[] => names.flatMap((name) => shell.facades[name] ?? []);
    const facades = [...filesOf(frame?.facades), ...filesOf(tab?.facades)];
    return [
      ...new Set([
        ...[...(frame?.files ?? []), ...(frame?.texts[language] ?? []), ...facades].map(own),
        ...(remote ? [remote.manifest, ...(lists.get(remote.name)?.entry ?? []).map(theirs)] : []),
        ...(tab ? [...tab.files, ...tab.texts[language]].map(theirs) : []),
        ...(tab?.later ? [...tab.later.files.map(theirs), ...filesOf(tab.later.facades).map(own)] : []),
      ]),
    ].map((address) => address.replace(/^http:\/\/app(?=\/)/, ''));
  }

  /** null for a shell that says nothing of it. */
  private preload(): Promise<Preload | null> {
    if (!this.kept || Date.now() >= this.kept.until) {
      const value = readFile(join(this.root, 'preload.json'), 'utf8').then(
        (text) => preload.parse(JSON.parse(text)),
        () => null,
      );
      this.kept = { value, until: Date.now() + KEPT_MS };
    }
    return this.kept.value;
  }
}

/** Data that is no script: the policy of the page leaves it alone. */
const dataOf = (id: 'config' | 'asks', data: object): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The frame's shape and the page's heading, drawn by the style sheet alone; away with the first thing that the app draws. */
const outlineOf = (title: string): string =>
  `<div id="outline"><header>Linkway</header><h1>${escaped(title)}</h1></div>\n    `;

/** As the scripts will ask for it; what is asked for otherwise is fetched twice. */
function tagOf(address: string): string {
  const href = escaped(address);
  if (address.endsWith('.css')) return `<link rel="preload" as="style" href="${href}">`;
  if (address.endsWith('.js')) return `<link rel="preload" as="script" fetchpriority="low" href="${href}">`;
  return `<link rel="preload" as="fetch" crossorigin href="${href}">`;
}
