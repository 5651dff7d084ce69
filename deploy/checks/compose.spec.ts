import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { declaredServices } from '@linkway/contracts';
import { findNatsServer } from '@linkway/platform/embedded';
import { parse } from 'yaml';

interface Container {
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  logging?: { driver?: string; options?: Record<string, string> };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const compose = (file: string): Record<string, Container> =>
  // Tags such as !reset are Compose's own.
  parse(readFileSync(join(root, file), 'utf8'), { merge: true, logLevel: 'error' }).services;
const secretsIn = ({ volumes = [] }: Container) => volumes.filter((volume) => volume.startsWith('secrets'));

describe('containers', () => {
  const containers = compose('docker-compose.yml');

  it('see their own secrets alone', () => {
    for (const [name, container] of Object.entries(containers)) {
      if (name === 'secrets') continue;
      const expected = name === 'edge' ? [] : [`secrets-${name}:/secrets:ro`];
      expect([name, secretsIn(container)]).toEqual([name, expected]);
    }
    const embedded = compose('deploy/docker/compose.embedded.yml').analytics ?? {};
    expect(secretsIn(embedded)).toEqual(['secrets-analytics:/secrets:ro']);
  });

  it('are one for each service, which signs in to NATS as itself', () => {
    for (const service of declaredServices) expect(containers[service]?.environment?.NATS_USER).toBe(service);
    expect(containers.gateway?.environment?.COOKIE_SECURE).toContain('LINKWAY_SCHEME');
    // What is another name of a domain to the one is no foreign destination to the other.
    expect(containers.links?.environment?.HOST_ALIASES).toBe(containers.redirect?.environment?.HOST_ALIASES);
    expect(JSON.stringify(containers.clickhouse)).not.toContain('ACCESS_MANAGEMENT');
    // The links in mails lead to where the app is.
    expect(containers.identity?.environment?.PUBLIC_URL).toBe(containers.gateway?.environment?.PUBLIC_URL);
  });

  it('keep the values of refused rows out of the log of PostgreSQL', () => {
    expect(JSON.stringify(containers.postgres)).toContain('-c log_error_verbosity=terse');
  });

  it('write logs that cannot fill the disk, each of them', () => {
    const bounded = { driver: 'json-file', options: { 'max-size': '50m', 'max-file': '4' } };
    for (const [name, { logging }] of Object.entries(containers)) expect([name, logging]).toEqual([name, bounded]);
    const embedded = Object.values(compose('deploy/docker/compose.embedded.yml'));
    for (const container of embedded) expect(container?.logging).toBeUndefined();
  });

  it('start without the statistics, which are waited for', () => {
    expect(containers.analytics?.depends_on?.clickhouse).toEqual({ condition: 'service_started' });
  });

  it('get their secrets from the one that makes them', () => {
    const handed = containers.secrets?.volumes?.flatMap(
      (volume) => /^secrets-(\w+):\/out\/\1$/.exec(volume)?.[1] ?? [],
    );
    const others = Object.keys(containers).filter((name) => name !== 'secrets' && name !== 'edge');
    expect(handed?.sort()).toEqual(others.sort());
  });
});

/** The directives of a Caddyfile's only site, each with its block, without comments. */
function directivesOf(caddyfile: string): string[] {
  const lines = caddyfile.split('\n').flatMap((line) => (/^\s*(#|$)/.test(line) ? [] : [line.trim()]));
  const directives: string[] = [];
  let depth = 0;
  for (const line of lines) {
    if (depth === 1 && line !== '}') directives.push(line);
    else if (depth > 1) directives.push(`${directives.pop()}\n${line}`);
    if (line.endsWith('{')) depth += 1;
    if (line === '}') depth -= 1;
  }
  return directives;
}

describe('the edge', () => {
  const directives = directivesOf(readFileSync(join(root, 'deploy/docker/Caddyfile'), 'utf8'));

  it('puts nosniff on every answer, and HSTS on all that come by https', () => {
    // Directives of the site itself: they hold for pages and short links alike, in place of what services say.
    expect(directives).toContain('header {\nX-Content-Type-Options nosniff\ndefer\n}');
    expect(directives).toContain('header @https {\nStrict-Transport-Security "max-age=31536000"\ndefer\n}');
    expect(directives).toContain('@https expression `"{$LINKWAY_SCHEME:http}" == "https"`');
    expect(directives.filter((directive) => /^header\b/.test(directive))).toHaveLength(2);
    expect(compose('docker-compose.yml').edge?.environment?.LINKWAY_SCHEME).toContain('LINKWAY_SCHEME');
  });

  it('passes short links to the redirect, and the rest to the gateway', () => {
    expect(directives).toContain('handle @code {\nreverse_proxy redirect:8081 {\nimport upstream\n}\n}');
    expect(directives).toContain('handle {\nreverse_proxy gateway:8080 {\nimport upstream\n}\n}');
  });

  it('waits for a process that is started anew, is told by one that ends, and believes what stands before it', () => {
    expect(directives).toContain('lb_try_duration 15s');
    expect(directives).toContain('trusted_proxies {$LINKWAY_TRUSTED_PROXIES}');
    const { gateway, redirect } = compose('docker-compose.yml');
    for (const container of [gateway, redirect]) {
      // One that is before the edge is believed by all three, or its address would count as everybody's.
      expect(container?.environment?.TRUSTED_PROXIES).toContain('/16 ${LINKWAY_TRUSTED_PROXIES:-}');
      expect(Number(container?.environment?.DRAIN_DELAY_MS)).toBeGreaterThanOrEqual(1_000);
    }
  });
});

describe('the image', () => {
  it("runs what the service's own npm start runs", () => {
    const dockerfile = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');
    const [, , command = ''] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    const script = command.replace('exec ', 'echo ');
    for (const service of declaredServices) {
      const { scripts } = JSON.parse(readFileSync(join(root, 'services', service, 'package.json'), 'utf8'));
      const ran = execFileSync('sh', ['-c', script], { cwd: root, env: { ...process.env, SERVICE: service } });
      expect(String(ran).trim()).toBe(scripts.start);
    }
  });
});

describe('secrets.mjs', () => {
  let folder: string;
  const inFolder = (...parts: string[]) => join(folder, ...parts);
  const containers = ['postgres', 'nats', 'clickhouse', 'events', ...declaredServices];
  const run = () =>
    execFileSync(process.execPath, [
      join(root, 'deploy/docker/secrets.mjs'),
      inFolder('store'),
      inFolder('out'),
      join(root, 'contracts/generated/nats-permissions.json'),
    ]);
  const all = () =>
    Object.fromEntries(
      containers.flatMap((name) =>
        readdirSync(inFolder('out', name)).map((file) => [
          `${name}/${file}`,
          readFileSync(inFolder('out', name, file), 'utf8'),
        ]),
      ),
    );

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linkway-secrets-'));
    for (const name of ['store', ...containers.map((container) => join('out', container))]) {
      mkdirSync(inFolder(name), { recursive: true });
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('hands out to each container what is its own, and the same at every start', () => {
    run();
    const first = all();
    expect(Object.keys(first).sort()).toEqual(
      [
        ...['admin_password', 'encryption_key', 'identity_database_url', 'nats_password'].map(
          (name) => `identity/${name}`,
        ),
        ...['domains', 'content', 'links', 'redirect'].flatMap((name) => [
          `${name}/${name}_database_url`,
          `${name}/nats_password`,
        ]),
        ...['clickhouse_password', 'visitor_secret', 'nats_password'].map((name) => `analytics/${name}`),
        ...['cookie_secret', 'session_signing_secret', 'nats_password'].map((name) => `gateway/${name}`),
        ...['identity', 'domains', 'content', 'links', 'redirect'].map((name) => `postgres/${name}_database_password`),
        'links/encryption_key',
        'links/guest_key_secret',
        'events/nats_password',
        'postgres/postgres_password',
        'nats/nats.conf',
        'clickhouse/clickhouse_password',
      ].sort(),
    );
    const wanted = Object.entries(compose('docker-compose.yml')).flatMap(([name, { environment = {} }]) =>
      Object.entries(environment).flatMap(([key, file]) =>
        key.endsWith('_FILE') ? [file.replace('/secrets', name)] : [],
      ),
    );
    expect(wanted).toContain('links/guest_key_secret');
    for (const file of wanted) expect(Object.keys(first)).toContain(file);
    const passwords = [...declaredServices, 'events'].map((service) => first[`${service}/nats_password`]);
    expect(new Set(passwords).size).toBe(passwords.length);
    expect(first['links/links_database_url']).toContain(`:${first['postgres/links_database_password']}@`);
    expect(statSync(inFolder('out/links/nats_password')).mode & 0o077).toBe(0);
    expect(statSync(inFolder('out/events/nats_password')).mode & 0o077).toBe(0);
    run();
    expect(all()).toEqual(first);
  });

  it('keeps what an installation has, takes back what a container should no longer see, and writes NATS anew', () => {
    writeFileSync(inFolder('store/postgres_password'), 'from before');
    writeFileSync(inFolder('store/links_database_password'), 'links before');
    writeFileSync(inFolder('store/links_database_url'), 'postgres://as-it-was');
    writeFileSync(inFolder('store/nats.conf'), 'authorization { user: linkway, password: "one for all" }');
    writeFileSync(inFolder('out/links/admin_password'), 'not yours');
    run();
    expect(all()).toMatchObject({
      'postgres/postgres_password': 'from before',
      'postgres/links_database_password': 'links before',
      'links/links_database_url': 'postgres://as-it-was',
    });
    expect(all()).not.toHaveProperty(['links/admin_password']);
    expect(all()['nats/nats.conf']).not.toContain('one for all');
  });

  it('writes a configuration that nats-server takes', () => {
    run();
    const check = spawnSync(findNatsServer() ?? 'nats-server', ['-t', '-c', inFolder('out/nats/nats.conf')], {
      encoding: 'utf8',
    });
    expect([check.status, check.stderr]).toEqual([0, expect.any(String)]);
  });
});
