import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, natsPassword } from '@linkway/platform/embedded';
import { DataFolder } from '../data-folder.ts';
import { environmentOf, type Facts, type ServiceName, serviceNames } from '../environment.ts';
import { RunFile } from '../run-file.ts';
import { loadSecrets, type Secrets } from '../secrets.ts';
import { type Servers, startServers } from '../servers.ts';
import { ServiceProcesses } from '../service-processes.ts';
import { type Services, startAll } from '../services.ts';

const ADMIN_PASSWORD = 'never-to-be-seen-1';
/** Says that it is ready and does nothing else: what counts is what it was given. */
const SERVICE = `
  require('node:http').createServer((_, response) => response.end('{}')).listen(process.env.ADMIN_PORT, '127.0.0.1');`;
/** Who may have which of the generated secrets. Passwords of the servers are told to nobody: services get their own. */
const HOLDERS: Record<Exclude<keyof Secrets, 'admin_email'>, ServiceName[]> = {
  admin_password: ['identity'],
  postgres_password: [],
  nats_password: [],
  cookie_secret: ['gateway'],
  session_signing_secret: ['gateway'],
  visitor_secret: ['links', 'analytics'],
  encryption_key: ['identity'],
  proxy_secret: ['redirect', 'gateway'],
};

const path = mkdtempSync(join(tmpdir(), 'linkway-secrets-'));
let folder: DataFolder;
let secrets: Secrets;
let servers: Servers;
let services: Services;
let run: RunFile;

const quiet = () => undefined;
const record = () => {
  const read = RunFile.read(folder.runFile);
  if (!read) throw new Error('there is no run.json');
  return read;
};
const environmentOfProcess = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
const givenTo = (name: ServiceName) => environmentOfProcess(record().processes[name]?.pid ?? 0);

beforeAll(async () => {
  // PostgreSQL runs as another user when this one is root.
  chmodSync(path, 0o755);
  process.env.LINKWAY_ADMIN_PASSWORD = ADMIN_PASSWORD;
  folder = await DataFolder.take(join(path, 'data'));
  chmodSync(folder.path, 0o755);
  secrets = { ...loadSecrets(folder.secretsFile, { adminEmail: null, adminPassword: null }) };
  secrets.admin_password = ADMIN_PASSWORD;
  const ports = { web: await freePort(), redirect: [await freePort()], postgres: 0, nats: 0 };
  const urls = { web: '', api: '', redirect: [] };
  const started = { pid: process.pid, mode: 'processes' as const, ready: false, data: folder.path };
  run = new RunFile(folder.runFile, { ...started, ports, urls, processes: {}, nats: null, postgres: null });
  servers = await startServers(folder, secrets, run, quiet);
  for (const service of serviceNames) {
    const dist = join(path, 'services', service, 'dist');
    mkdirSync(dist, { recursive: true });
    writeFileSync(join(dist, 'main.js'), SERVICE);
    const scripts = { start: 'node --enable-source-maps dist/main.js' };
    writeFileSync(join(dist, '..', 'package.json'), JSON.stringify({ scripts }));
  }
  const facts: Facts = {
    root: path,
    dataDir: folder.path,
    logFile: folder.logFile,
    webPort: ports.web,
    morePorts: [],
    redirectPorts: ports.redirect,
    natsUrl: servers.nats.url,
    databaseUrl: (database) => servers.databaseUrl(database),
    secrets,
    adminPassword: ADMIN_PASSWORD,
    remotes: [],
    appHosts: [],
  };
  const options = {
    root: path,
    folder,
    run,
    count: 1,
    environment: (service: ServiceName, instance: number) => environmentOf(service, facts, instance),
    say: quiet,
  };
  services = await startAll(serviceNames.map((service) => new ServiceProcesses(service, options)));
}, 120_000);

afterAll(async () => {
  delete process.env.LINKWAY_ADMIN_PASSWORD;
  await services?.stop();
  await servers?.stop();
  run?.remove();
  folder?.release();
  rmSync(path, { recursive: true, force: true });
}, 60_000);

describe('on the single node', () => {
  it.each(['nats', 'postgres'] as const)('no secret is in the environment of %s', (server) => {
    const given = environmentOfProcess(record()[server]?.pid ?? 0).join('\n');
    expect(given).toContain('PATH=');
    const found = Object.entries(secrets).filter(
      ([name, value]) => name !== 'admin_email' && given.includes(value ?? ''),
    );
    expect(found.map(([name]) => name)).toEqual([]);
  });

  it.each(Object.entries(HOLDERS))('%s is known to nobody but %j', (name, holders) => {
    const secret = secrets[name as keyof Secrets] ?? '';
    const knowing = serviceNames.filter((service) => givenTo(service).join('\n').includes(secret));
    expect(knowing.sort()).toEqual([...holders].sort());
  });

  it('each service knows its own sign-in to NATS and to its database, and no other', () => {
    const passwords = serviceNames.map((service) => natsPassword(secrets.nats_password, service));
    for (const [index, service] of serviceNames.entries()) {
      const given = givenTo(service);
      expect(passwords.filter((password) => given.join('\n').includes(password))).toEqual([passwords[index]]);
      const databases = given.filter((line) => line.startsWith('DATABASE_URL='));
      for (const line of databases) expect(line).toMatch(new RegExp(`//linkway_${service}:.*/linkway_${service}$`));
    }
  });

  it('each service is started as its own npm start says', () => {
    for (const name of serviceNames) {
      const command = readFileSync(`/proc/${record().processes[name]?.pid ?? 0}/cmdline`, 'utf8').split('\0');
      expect(command.slice(1, 3)).toEqual(['--enable-source-maps', join(path, 'services', name, 'dist', 'main.js')]);
    }
  });

  it('the administrator’s password is under the name that identity reads it by, and no other', () => {
    const named = serviceNames.flatMap((service) => givenTo(service).filter((line) => line.includes(ADMIN_PASSWORD)));
    expect(named).toEqual([`ADMIN_PASSWORD=${ADMIN_PASSWORD}`]);
  });
});
