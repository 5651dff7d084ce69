import { globSync } from 'node:fs';
import { namesOf } from './names.ts';
import type { Workspace } from './workspace.ts';

const FIRST_PORT = 3001;

/** A remote of the web app with one page; the single node serves it once it is built. */
export function generateRemote(workspace: Workspace, name: string): void {
  const remote = namesOf(name, 'a remote');
  const folder = `frontends/${remote.kebab}`;
  if (workspace.has(folder)) throw new Error(`${folder} is there already`);
  workspace.createFrom('remote', folder, {
    remote: remote.kebab,
    remoteSnake: remote.snake,
    Remote: remote.pascal,
    remoteTitle: remote.title,
    port: String(freePort(workspace)),
  });
  workspace.next.push(
    `${folder}/src/tabs.json: group, icon and place of its tab, and its name in both languages`,
    `${folder}/src/locales: the texts, in both languages`,
  );
}

/** Each remote starts alone on a port of its own. */
function freePort(workspace: Workspace): number {
  const ports = globSync('frontends/*/webpack.config.mjs', { cwd: workspace.root }).map((path) =>
    Number(/port: (\d+)/.exec(workspace.read(path))?.[1] ?? 0),
  );
  return Math.max(FIRST_PORT - 1, ...ports) + 1;
}
