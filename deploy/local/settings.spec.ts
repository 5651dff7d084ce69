import { describe, expect, it } from '@jest/globals';
import { readSettings } from './settings.ts';

describe('readSettings', () => {
  it('has the documented defaults', () => {
    expect(readSettings([], {}, '/repo')).toEqual({
      mode: 'single',
      copies: 1,
      redirects: 1,
      webPort: 8080,
      redirectPort: 8081,
      dataDir: '/repo/.data',
      appHosts: [],
      webhooksToPrivate: false,
      destinationFetch: true,
      destinationsToPrivate: false,
      guestLinkDays: null,
      remotes: [],
      logs: { maxBytes: 52_428_800, keep: 3 },
      adminEmail: null,
      adminPassword: null,
    });
  });

  it('takes ports, folder and sign-in from the environment', () => {
    const env = {
      LINKWAY_PORT: '9000',
      LINKWAY_REDIRECT_PORT: '0',
      LINKWAY_DATA: '/srv/linkway',
      LINKWAY_APP_HOSTS: 'Linkway.test, box.lan',
      LINKWAY_WEBHOOKS_TO_PRIVATE: 'true',
      LINKWAY_DESTINATION_FETCH: 'off',
      LINKWAY_DESTINATIONS_TO_PRIVATE: 'true',
      LINKWAY_GUEST_LINK_DAYS: '30',
      LINKWAY_REMOTES: 'shops=https://cdn.example/mf-manifest.json',
      LINKWAY_ADMIN_EMAIL: 'me@example.com',
      LINKWAY_ADMIN_PASSWORD: 'long enough',
    };
    expect(readSettings([], env, '/repo')).toMatchObject({
      webPort: 9000,
      redirectPort: 0,
      dataDir: '/srv/linkway',
      appHosts: ['linkway.test', 'box.lan'],
      webhooksToPrivate: true,
      destinationFetch: false,
      destinationsToPrivate: true,
      guestLinkDays: 30,
      remotes: ['shops=https://cdn.example/mf-manifest.json'],
      adminEmail: 'me@example.com',
      adminPassword: 'long enough',
    });
  });

  it('takes the mode and the number of redirect processes from the command line', () => {
    expect(readSettings(['--processes', '--redirects=2'], {}, '/repo')).toMatchObject({
      mode: 'processes',
      redirects: 2,
    });
  });

  it.each([
    [['--cluster'], {}, 'unknown option --cluster'],
    [['--redirects=2'], {}, '--redirects=N and --copies=N need --processes'],
    [['--processes', '--copies=2'], {}, '--copies=N needs CLICKHOUSE_URL'],
    [['--processes', '--redirects=none'], {}, '--redirects must be a whole number from 1 to 16'],
    [[], { LINKWAY_PORT: '80800' }, 'LINKWAY_PORT must be a whole number from 0 to 65535'],
    [[], { LINKWAY_PORT: '80a' }, 'LINKWAY_PORT must be a whole number from 0 to 65535'],
    [[], { LINKWAY_APP_HOSTS: 'a.test, http://b.test' }, 'LINKWAY_APP_HOSTS takes names without scheme and port'],
    [[], { LINKWAY_ADMIN_EMAIL: 'me' }, 'LINKWAY_ADMIN_EMAIL is not an e-mail address'],
    [[], { LINKWAY_ADMIN_PASSWORD: 'short' }, 'LINKWAY_ADMIN_PASSWORD must have at least 6 characters'],
  ])('refuses %j with %j', (args, env, message) => {
    expect(() => readSettings(args, env, '/repo')).toThrow(message);
  });
});
