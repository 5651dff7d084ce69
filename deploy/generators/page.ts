import { namesOf } from './names.ts';
import { insertBeforeEnd, type Workspace } from './workspace.ts';

const KINDS = ['list', 'form'] as const;

interface TabsFile {
  groups: { key: string }[];
  tabs: { key: string; group: string; icon: string; order: number; title: { en: string; vi: string } }[];
}

/** A page of a remote with its tab: a list with search and filter, or a form. Both work at once, on the API of links. */
export function generatePage(workspace: Workspace, remoteName: string, name: string, kind = 'list'): void {
  if (!KINDS.some((known) => known === kind)) throw new Error(`a page is a list or a form, not "${kind}"`);
  const remote = namesOf(remoteName, 'a remote');
  const page = namesOf(name, 'a page');
  const source = `frontends/${remote.kebab}/src`;
  if (!workspace.has(`${source}/tabs.json`))
    throw new Error(`frontends/${remote.kebab} is no remote: it has no src/tabs.json`);
  const values = { page: page.kebab, pageSnake: page.snake, Page: page.pascal, pageTitle: page.title };
  workspace.createFrom(`page-${kind}`, `${source}/pages/${page.kebab}`, values);
  workspace.createFrom(`page-${kind}-texts`, `${source}/locales/${page.kebab}`, values);

  const line = `  '${page.kebab}': lazyPart(withTexts('${page.kebab}', () => import('./${page.kebab}/${page.kebab}-page'))),\n`;
  workspace.edit(`${source}/pages/index.ts`, `a line for the page "${page.kebab}"`, (text) =>
    insertBeforeEnd(text, 'export const pages', '};', line),
  );
  const texts = ['en', 'vi'].map(
    (language) => `${language}: () => import('./${page.kebab}/${language}.json', { with: { type: 'json' } }),`,
  );
  workspace.edit(`${source}/locales/index.ts`, `the namespace "${page.kebab}"`, (text) =>
    insertBeforeEnd(text, 'export const namespaces', '} satisfies', `  '${page.kebab}': { ${texts.join(' ')} },\n`),
  );
  workspace.edit(`${source}/tabs.json`, `the tab "${page.kebab}"`, (text) =>
    withTab(text, page.kebab, page.title, kind),
  );
  workspace.next.push(
    `${source}/locales/${page.kebab}, ${source}/tabs.json: the texts and the tab's name, in both languages`,
    `${source}/pages/${page.kebab}: the API's address in place of /api/links, and the ${kind === 'list' ? 'columns' : 'fields'}`,
  );
}

/** After the last one of the first group that the remote's tabs are in. */
function withTab(text: string, key: string, title: string, kind: string): string {
  const file = JSON.parse(text) as TabsFile;
  const order = Math.max(0, ...file.tabs.map((tab) => tab.order)) + 10;
  const group = file.tabs[0]?.group ?? 'links';
  const icon = kind === 'list' ? 'table' : 'edit';
  file.tabs.push({ key, group, icon, order, title: { en: title, vi: title } });
  return `${JSON.stringify(file, null, 2)}\n`;
}
