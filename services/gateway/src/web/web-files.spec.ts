import { describe, expect, it } from '@jest/globals';
import { cacheControl, originsOf, remotesOf } from './web-files.js';

const FOR_GOOD = 'public, max-age=31536000, immutable';

describe('cacheControl', () => {
  it.each([
    ['/web/assets/main.js', FOR_GOOD],
    ['/web/assets/chunk.0a1b2c3d.js.br', FOR_GOOD],
    ['/web/favicon.svg', 'no-cache'],
    ['/web/robots.txt', 'no-cache'],
    ['/remotes/dashboard/mf-manifest.json', 'no-cache'],
    ['/remotes/dashboard/remoteEntry.js.gz', 'no-cache'],
    ['/remotes/dashboard/assets/312.4ad1e9b0.js', FOR_GOOD],
    ['/remotes/dashboard/bootstrap.js', 'no-cache'],
    ['/remotes/dashboard/a-dashboard.js', 'no-cache'],
  ])('%s: %s', (file, expected) => expect(cacheControl(file, '/web')).toBe(expected));
});

describe('remotesOf', () => {
  it('takes folders and addresses, of which the address wins', () => {
    const remotes = remotesOf({
      REMOTES_ROOT: ['dashboard=/srv/dashboard', 'tools=/srv/tools'],
      REMOTES: ['tools=https://cdn.example/tools/mf-manifest.json', 'admin=/elsewhere/mf-manifest.json'],
    });
    expect(remotes).toEqual([
      { name: 'dashboard', manifest: '/remotes/dashboard/mf-manifest.json', folder: '/srv/dashboard' },
      { name: 'tools', manifest: 'https://cdn.example/tools/mf-manifest.json', folder: '/srv/tools' },
      { name: 'admin', manifest: '/elsewhere/mf-manifest.json', folder: null },
    ]);
    expect(originsOf(remotes)).toEqual(['https://cdn.example']);
  });

  it.each(['dashboard', '=x', 'Dash board=x', '../x=y'])('refuses %s', (entry) => {
    expect(() => remotesOf({ REMOTES_ROOT: [entry], REMOTES: [] })).toThrow('name=value');
  });
});
