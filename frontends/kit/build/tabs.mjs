// What a remote shows in the dashboard's menu. Its build writes tabs.json from src/tabs.json; the gateway serves those of all
// remotes in one, so the shell learns of a new tab without a release of its own.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { facadesOf, filesOf } from './files.mjs';

const KEY = /^[a-z][a-z0-9-]{0,49}$/;
const ASK = /^\/api\/[\w\-/.?=&{}:]{1,300}$/;
const LANGUAGES = ['en', 'vi'];

const file = (dir) => join(dir, 'src/tabs.json');
export const readTabs = (dir) => JSON.parse(readFileSync(file(dir), 'utf8'));

/** What is wrong with a remote's tabs, as sentences. The gateway's `web/tabs/tab-list.ts` refuses the same. */
export function tabProblems({ groups = [], tabs = [] }, pages) {
  const problems = [];
  const named = new Set();
  for (const [kind, entries] of Object.entries({ group: groups, tab: tabs })) {
    for (const { key, title, order } of entries) {
      const what = `${kind} "${key}"`;
      if (!KEY.test(key ?? '')) problems.push(`${what}: a key is lower-case words with hyphens`);
      if (named.has(what)) problems.push(`${what} is there twice`);
      named.add(what);
      if (!Number.isInteger(order)) problems.push(`${what} has no whole number as its order`);
      for (const language of LANGUAGES) {
        const text = title?.[language];
        if (typeof text !== 'string' || text.trim() === '' || text.length > 60) {
          problems.push(`${what} has no title of at most 60 characters in ${language}`);
        }
      }
    }
  }
  for (const { key, icon, role, group, asks = [] } of tabs) {
    if (!KEY.test(icon ?? '')) problems.push(`tab "${key}" has no icon`);
    if (!KEY.test(group ?? '')) problems.push(`tab "${key}" has no group`);
    if (role !== undefined && role !== 'admin') problems.push(`tab "${key}" is for "${role}", which nobody is`);
    if (role !== undefined && asks.length > 0)
      problems.push(`tab "${key}" asks before it is known who opens it, and is for administrators alone`);
    for (const ask of asks)
      if (!ASK.test(ask)) problems.push(`tab "${key}" asks for "${ask}", which is no address of the API`);
    if (pages && !pages.includes(key)) problems.push(`tab "${key}" has no page in src/pages/index.ts`);
  }
  return problems;
}

/** Tab keys that src/pages/index.ts draws: `create: page(...)`, `'my-links': page(...)`. */
const pageKeys = (dir) =>
  [
    ...readFileSync(join(dir, 'src/pages/index.ts'), 'utf8').matchAll(
      /^\s+'?([a-z][a-z0-9-]*)'?: (?:page|lazyPart)\(/gm,
    ),
  ].map(([, key]) => key);

/** Writes tabs.json: the tabs, and for each the files and facades that its address needs. Fails on a tab that is not whole. */
export class TabsPlugin {
  constructor(dir) {
    this.dir = dir;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('TabsPlugin', (compilation) => {
      compilation.fileDependencies.add(file(this.dir));
      if (!existsSync(file(this.dir))) {
        compilation.errors.push(new Error('src/tabs.json: a remote says there which tabs it has'));
        return;
      }
      const list = readTabs(this.dir);
      for (const problem of tabProblems(list, pageKeys(this.dir))) compilation.errors.push(new Error(problem));
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'TabsPlugin', stage }, () => {
        const entry = ['remoteEntry.js', ...exposed(compilation)];
        const tabs = list.tabs.map(({ begins_with, ...tab }) => ({
          ...tab,
          ...needsOf(compilation, tab.key, basename(this.dir)),
          ...(begins_with && { later: partOf(compilation, tab.key, begins_with) }),
        }));
        const { RawSource } = compiler.webpack.sources;
        compilation.emitAsset('tabs.json', new RawSource(`${JSON.stringify({ entry, ...list, tabs }, null, 2)}\n`));
      });
    });
  }
}

const exposed = (compilation) =>
  [...compilation.namedChunks].flatMap(([name, chunk]) =>
    name.startsWith('__federation_expose_') ? [...chunk.files].filter((each) => /\.(js|css)$/.test(each)) : [],
  );

/** What the page shows first and fetches by an import of its own: it comes after all that the page itself needs. */
function partOf(compilation, key, begun) {
  const part = (request) => request === begun;
  const files = filesOf(compilation, part);
  if (!files) compilation.errors.push(new Error(`tab "${key}" begins with "${begun}", which nothing imports`));
  return { files: files ?? [], facades: facadesOf(compilation, part) };
}

/** Texts are those of the page's own namespace and of the remote's shared one, which bears its name. */
function needsOf(compilation, key, remote) {
  const page = (request) => request === `./${key}/${key}-page`;
  const texts = (language) => (request) => [key, remote].some((name) => request === `./${name}/${language}.json`);
  return {
    files: filesOf(compilation, page) ?? [],
    texts: Object.fromEntries(LANGUAGES.map((language) => [language, filesOf(compilation, texts(language)) ?? []])),
    facades: facadesOf(compilation, page),
  };
}
