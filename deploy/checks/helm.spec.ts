import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { declaredServices } from '@linkway/contracts';
import { Ajv } from 'ajv';
import {
  read,
  readYaml,
  root,
  servicesOfChart,
  type Values,
  valuesOfService,
  valuesWith,
  variablesOf,
  variablesOfTemplate,
  withoutFile,
} from './helm-values.ts';

interface Container {
  environment?: Record<string, string>;
}
const compose = readYaml('docker-compose.yml').services as Record<string, Container>;
// `<<: *environment` stays a key of its own where merges are not asked for.
const environmentOf = (service: string): Record<string, string> => {
  const { '<<': shared, ...own } = (compose[service]?.environment ?? {}) as Record<string, unknown>;
  return { ...(shared as Record<string, string>), ...(own as Record<string, string>) };
};
const envOf = (service: string): Record<string, string> => {
  const all = valuesWith(null);
  return { ...(all.global as { env: Record<string, string> }).env, ...valuesOfService(all, service).env };
};

describe('the chart', () => {
  it('has every service that there is', () => {
    expect(servicesOfChart().sort()).toEqual([...declaredServices].sort());
  });

  it.each([...declaredServices])(
    'gives %s every variable that Compose gives it, and secrets by the same files',
    (service) => {
      const env = envOf(service);
      const names = [...Object.keys(env), ...variablesOfTemplate()].map(withoutFile);
      const wanted = environmentOf(service);
      expect(Object.keys(wanted).length).toBeGreaterThan(5);
      for (const name of Object.keys(wanted)) expect(names).toContain(withoutFile(name));
      for (const [name, file] of Object.entries(wanted)) {
        if (name.endsWith('_FILE')) expect([name, env[name]]).toEqual([name, file]);
      }
    },
  );

  it.each([...declaredServices])('gives %s no variable that it does not read', (service) => {
    const known = variablesOf(service);
    expect(known.size).toBeGreaterThan(20);
    for (const name of [...Object.keys(envOf(service)), ...variablesOfTemplate()])
      expect(known).toContain(withoutFile(name));
  });

  it.each([
    ['nats-permissions.json', 'contracts/generated/nats-permissions.json'],
    ['web-paths.caddy', 'contracts/generated/web-paths.caddy'],
    ['Caddyfile', 'deploy/docker/Caddyfile'],
    ['postgres-init.sh', 'deploy/docker/postgres-init.sh'],
  ])('has no copy of %s that could go stale', (name, original) => {
    const file = join(root, 'helm/linkway/files', name);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(realpathSync(file)).toBe(join(root, original));
  });

  it('finds in the Caddyfile what it puts its own names for', () => {
    const edge = read('helm/linkway/templates/edge.yaml');
    for (const address of ['redirect:8081', 'gateway:8080']) {
      expect(read('deploy/docker/Caddyfile')).toContain(`reverse_proxy ${address} {`);
      expect(edge).toContain(`replace "${address}"`);
    }
    expect(valuesOfService(valuesWith(null), 'redirect')).toMatchObject({ httpPort: 8081, kind: 'StatefulSet' });
    expect(valuesOfService(valuesWith(null), 'gateway').httpPort).toBe(8080);
  });

  it('waits as long as a service needs to stop', () => {
    for (const service of declaredServices) {
      const { drainSeconds, stopSeconds } = valuesOfService(valuesWith(null), service);
      expect(stopSeconds).toBeGreaterThanOrEqual(30);
      if (service === 'gateway' || service === 'redirect') expect(drainSeconds).toBeGreaterThanOrEqual(5);
    }
  });
});

const ajv = new Ajv({ strict: false, allErrors: true });
const ofInstallation = ajv.compile(JSON.parse(read('helm/linkway/values.schema.json')));
const ofService = ajv.compile(JSON.parse(read('helm/service/values.schema.json')));
/** What is wrong with values, by where it is. */
function faultsOf(values: Values): string[] {
  const faults = ofInstallation(values) ? [] : (ofInstallation.errors ?? []).map(({ instancePath }) => instancePath);
  for (const service of servicesOfChart()) {
    if (ofService(valuesOfService(values, service))) continue;
    faults.push(...(ofService.errors ?? []).map(({ instancePath }) => `/${service}${instancePath}`));
  }
  return faults;
}

describe('values', () => {
  it.each(['values-trial.yaml', 'values-production.yaml'])('of %s fit their schema', (file) => {
    expect(faultsOf(valuesWith(file))).toEqual([]);
  });

  it('of production name what is the operator’s own', () => {
    const faults = faultsOf(valuesWith(null));
    for (const name of ['natsUrl', 'clickhouse/url', 'mainDomain', 'adminEmail'])
      expect(faults).toContain(`/global/${name}`);
  });

  it.each<[string, Values, string]>([
    ['one copy of streams', { global: { streams: { replicas: 1 } } }, '/global/streams/replicas'],
    ['one pod', { links: { replicas: 1 } }, '/links/replicas'],
    ['a redirect without a disk', { redirect: { kind: 'Deployment' } }, '/redirect/kind'],
    ['a service that there is not', { gatway: { replicas: 3 } }, ''],
    ['a value that there is not', { links: { replica: 3 } }, '/links'],
    ['a secret among the variables', { links: { env: { ENCRYPTION_KEY: 'x' } } }, '/links/env'],
    ['a password in an address', { global: { natsUrl: 'nats://user:secret@nats:4222' } }, '/global/natsUrl'],
    ['an Ingress that is not believed', { global: { trustedProxies: [] } }, '/global/trustedProxies'],
    ['too little time to stop', { links: { stopSeconds: 5 } }, '/links/stopSeconds'],
  ])('with %s are refused in production', (_what, over, path) => {
    expect(faultsOf(valuesWith('values-production.yaml', over))).toContain(path);
  });

  it('are all described', () => {
    const undescribed: string[] = [];
    const look = (schema: Record<string, unknown>, path: string) => {
      for (const [name, inner] of Object.entries(
        (schema.properties ?? {}) as Record<string, Record<string, unknown>>,
      )) {
        if (!inner.description) undescribed.push(`${path}.${name}`);
        look(inner, `${path}.${name}`);
      }
    };
    for (const chart of ['linkway', 'service']) look(JSON.parse(read(`helm/${chart}/values.schema.json`)), chart);
    expect(undescribed).toEqual([]);
  });

  it('are in the README’s table, those that an installation begins with', () => {
    const readme = read('helm/linkway/README.md');
    const { global, ...rest } = valuesWith(null);
    for (const name of Object.keys(global as Values)) expect(readme).toContain(`\`global.${name}`);
    for (const name of Object.keys(rest)) if (!servicesOfChart().includes(name)) expect(readme).toContain(`\`${name}.`);
  });
});
