import { describe, expect, it } from '@jest/globals';
import { declaredServices } from '@linkway/contracts';
import { databaseOwners, environmentOf, type Facts, serviceNames } from './environment.ts';

const facts: Facts = {
  root: '/repo',
  dataDir: '/data',
  logFile: '/data/logs/linkway.log',
  morePorts: [],
  webPort: 8080,
  appHosts: [],
  redirectPorts: [8081, 8082],
  natsUrl: 'nats://127.0.0.1:4222',
  databaseUrl: (database) => `postgres://linkway:pw@127.0.0.1:5432/${database}`,
  secrets: {
    admin_email: 'admin@linkway.local',
    admin_password: 'generated',
    postgres_password: 'pw',
    nats_password: 'nats pw',
    cookie_secret: 'cookie',
    session_signing_secret: 'session',
    visitor_secret: 'visitor',
    encryption_key: 'encryption',
    proxy_secret: 'proxy',
  },
  adminPassword: 'generated',
  remotes: [{ name: 'dashboard', folder: '/repo/frontends/dashboard/dist' }],
};

describe('environmentOf', () => {
  it('keeps every service on this machine and in the one log', () => {
    for (const service of serviceNames) {
      expect(environmentOf(service, facts)).toMatchObject({
        HOST: '127.0.0.1',
        ADMIN_HOST: '127.0.0.1',
        NATS_URL: 'nats://127.0.0.1:4222',
        LOG_FILE: '/data/logs/linkway.log',
      });
    }
  });

  it('gives each a NATS user of its own, whose password tells nothing of the others', () => {
    const access = serviceNames.map((service) => environmentOf(service, facts));
    expect(access.map((environment) => environment.NATS_USER)).toEqual([...serviceNames]);
    expect(new Set(access.map((environment) => environment.NATS_PASSWORD)).size).toBe(serviceNames.length);
    expect(JSON.stringify(access)).not.toContain('nats pw');
  });

  it('runs every service that the contracts declare', () => {
    expect([...serviceNames].sort()).toEqual([...declaredServices].sort());
  });

  it('gives a database of its own to each service that has one', () => {
    const urls = serviceNames.map((service) => environmentOf(service, facts).DATABASE_URL).filter(Boolean);
    expect(urls).toEqual(databaseOwners.map((owner) => `postgres://linkway:pw@127.0.0.1:5432/linkway_${owner}`));
    expect(new Set(urls).size).toBe(databaseOwners.length);
  });

  it('puts redirect processes on successive ports and the first one behind the gateway', () => {
    expect(environmentOf('redirect', facts, 1)).toMatchObject({ PORT: '8082', INSTANCE_ID: 'redirect-2' });
    expect(environmentOf('gateway', facts).REDIRECT_URL).toBe('http://127.0.0.1:8081');
  });

  it('lets the redirect believe the gateway alone', () => {
    for (const service of ['gateway', 'redirect'] as const) {
      expect(environmentOf(service, facts).PROXY_SECRET).toBe('proxy');
    }
    expect(environmentOf('links', facts)).not.toHaveProperty('PROXY_SECRET');
  });

  it('names the main domain with its port', () => {
    expect(environmentOf('domains', facts).MAIN_DOMAIN).toBe('127.0.0.1:8080');
  });

  it('keeps links away from the name of the app and from its own ports', () => {
    expect(environmentOf('links', facts)).toMatchObject({
      ALLOW_LOOPBACK_DESTINATIONS: 'true',
      APP_HOSTS: '127.0.0.1',
      OWN_PORTS: facts.redirectPorts.join(','),
    });
  });

  it('serves the app under further names, where no link may lead either', () => {
    const named = { ...facts, appHosts: ['linkway.test', 'box.lan'] };
    expect(environmentOf('gateway', named).APP_HOSTS).toBe('linkway.test,box.lan');
    expect(environmentOf('links', named).APP_HOSTS).toBe('127.0.0.1,linkway.test,box.lan');
  });

  it('makes no admin where the password is no longer known', () => {
    expect(environmentOf('identity', facts)).toMatchObject({ ADMIN_PASSWORD: 'generated' });
    expect(environmentOf('identity', { ...facts, adminPassword: null })).not.toHaveProperty('ADMIN_EMAIL');
  });

  it('lets mails lead to the app, and keeps them where there is no server to send them by', () => {
    expect(environmentOf('identity', facts)).toMatchObject({
      PUBLIC_URL: 'http://127.0.0.1:8080',
      ENCRYPTION_KEY: 'encryption',
      MAIL_INBOX: 'true',
    });
  });

  it('has a key for a data folder from before it, the same at each start', () => {
    const former = { ...facts, secrets: { ...facts.secrets, encryption_key: null } };
    const key = () => environmentOf('identity', former).ENCRYPTION_KEY ?? '';
    const one = key();
    expect(key()).toBe(one);
    expect(one.length).toBeGreaterThanOrEqual(32);
    expect(one).not.toContain(facts.secrets.postgres_password);
  });

  it('tells identity whether the admin has chosen the password', () => {
    const generated = (given: Partial<Facts>) =>
      environmentOf('identity', { ...facts, ...given }).ADMIN_PASSWORD_GENERATED;
    expect(generated({})).toBe('true');
    expect(generated({ adminPassword: 'chosen by somebody' })).toBe('false');
    const secrets = { ...facts.secrets, admin_password: null };
    expect(generated({ adminPassword: 'chosen by somebody', secrets })).toBe('false');
  });

  it('lists the remotes for the gateway', () => {
    const env = environmentOf('gateway', {
      ...facts,
      remoteAddresses: ['admin=http://127.0.0.1:3000/mf-manifest.json'],
    });
    expect(env.REMOTES_ROOT).toBe('dashboard=/repo/frontends/dashboard/dist');
    expect(env.REMOTES).toBe('admin=http://127.0.0.1:3000/mf-manifest.json');
  });
});
