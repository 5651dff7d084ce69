import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { reservedPaths, webPages } from '@linkway/contracts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('paths of the web app', () => {
  it('are the routes of the shell', () => {
    const routes = [...read('frontends/shell/src/routes.tsx').matchAll(/<Route\s+path="\/([^"/]*)/g)].map(
      ([, path]) => path,
    );
    expect([...new Set(routes.filter(Boolean))].sort()).toEqual([...webPages.exact, ...webPages.sections].sort());
  });

  it('go to the gateway at the edge of the containers, as all that is no short code', () => {
    expect(read('deploy/docker/Caddyfile')).toMatch(/@code \{[^@]*import web-paths\.caddy/);
    const listed = /^not path (.*)$/m.exec(read('contracts/generated/web-paths.caddy'))?.[1]?.split(' ');
    expect(listed).toEqual(reservedPaths.map((path) => `/${path}`));
  });
});
