import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { declaredServices } from '@linkway/contracts';
import { findNatsServer } from '@linkway/platform/embedded';
import { parseAllDocuments } from 'yaml';
import { read, root, valuesOfService, valuesWith } from './helm-values.ts';

const VALUES = ['values-trial.yaml', 'values-production.yaml'];
const isThere = (program: string) => spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined;
/** Nothing of the product needs helm: where there is none, what renders is skipped by its name. */
const describeWithHelm = isThere('helm') ? describe : describe.skip;

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: {
    replicas?: number;
    rules?: { host: string; http: { paths: { backend: { service: { name: string } } }[] } }[];
    volumeClaimTemplates?: unknown[];
    template?: { spec: { terminationGracePeriodSeconds: number; containers: Record<string, unknown>[] } };
  };
}

function render(file: string, ...sets: string[]): Manifest[] {
  const args = ['template', 'linkway', join(root, 'helm/linkway'), '--kube-version', '1.31.0'];
  const text = execFileSync(
    'helm',
    [...args, '-f', join(root, 'helm/linkway', file), ...sets.flatMap((set) => ['--set', set])],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return parseAllDocuments(text).flatMap((document) => {
    expect(document.errors).toEqual([]);
    const manifest = document.toJS() as Manifest | null;
    return manifest ? [manifest] : [];
  });
}
const named = (manifests: Manifest[], kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

let folder: string;
let secrets: Record<string, Record<string, string>>;

/** What secrets.sh would have Kubernetes keep: the kubectl here writes down what it is asked for. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-helm-'));
  const made = join(folder, 'made');
  mkdirSync(made);
  writeFileSync(
    join(folder, 'kubectl'),
    `#!/bin/sh
[ "$3" = create ] || exec cat >/dev/null
mkdir -p "${made}/$6"
for word; do case $word in
  --from-file=*) cp "\${word#*=}"/* "${made}/$6" ;;
  --from-env-file=*) cp "\${word#*=}" "${made}/$6/env" ;;
esac; done
`,
  );
  chmodSync(join(folder, 'kubectl'), 0o755);
  mkdirSync(join(folder, 'kept/store'), { recursive: true });
  mkdirSync(join(folder, 'kept/own/gateway'), { recursive: true });
  writeFileSync(join(folder, 'kept/store/links_database_url'), 'postgres://own');
  writeFileSync(join(folder, 'kept/own/gateway/google_client_secret'), 'from Google');
  execFileSync('sh', [join(root, 'helm/secrets.sh'), 'linkway', join(folder, 'kept')], {
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
  });
  secrets = Object.fromEntries(
    readdirSync(made).map((name) => [
      name,
      Object.fromEntries(
        readdirSync(join(made, name)).map((file) => [file, readFileSync(join(made, name, file), 'utf8')]),
      ),
    ]),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('secrets.sh', () => {
  it.each([...declaredServices])('makes each file that %s is told of', (service) => {
    const { env } = valuesOfService(valuesWith(null), service);
    const files = Object.entries(env).flatMap(([name, text]) =>
      name.endsWith('_FILE') ? [/\/secrets\/(\w+)/.exec(text)?.[1] as string] : [],
    );
    for (const file of [...files, 'nats_password'])
      expect(Object.keys(secrets[`linkway-${service}`] ?? {})).toContain(file);
  });

  it('keeps what an operator has put there', () => {
    expect(secrets['linkway-links']?.links_database_url).toBe('postgres://own');
    expect(secrets['linkway-gateway']?.google_client_secret).toBe('from Google');
  });

  it('gives nats-server the password of everybody who signs in', () => {
    const users = ['operator', ...declaredServices];
    const lines = secrets['linkway-nats']?.env?.trim().split('\n') ?? [];
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(
      users.map((user) => `NATS_PASSWORD_${user.toUpperCase()}`).sort(),
    );
    for (const service of declaredServices)
      expect(lines).toContain(
        `NATS_PASSWORD_${service.toUpperCase()}="${secrets[`linkway-${service}`]?.nats_password}"`,
      );
  });
});

describeWithHelm('the rendered chart (needs helm)', () => {
  it.each(VALUES)('of %s has a workload with probes and bounds for each service', (file) => {
    const manifests = render(file);
    for (const service of declaredServices) {
      const workload = named(manifests, service === 'redirect' ? 'StatefulSet' : 'Deployment', `linkway-${service}`);
      const pod = workload?.spec?.template?.spec;
      expect(pod?.containers[0]).toMatchObject({
        livenessProbe: { httpGet: { path: '/healthz' } },
        readinessProbe: { httpGet: { path: '/readyz' } },
        securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        resources: { requests: expect.anything(), limits: expect.anything() },
      });
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30);
      expect(named(manifests, 'Service', `linkway-${service}`)).toBeDefined();
      expect(named(manifests, 'PodDisruptionBudget', `linkway-${service}`)).toBeDefined();
    }
    expect(named(manifests, 'StatefulSet', 'linkway-redirect')?.spec?.volumeClaimTemplates).toHaveLength(1);
    // One that is an empty text of a file that is not there would end the start.
    expect(JSON.stringify(manifests)).not.toContain('google_client_secret');
  });

  it('gives nats-server the permissions of the contracts, and it takes them', () => {
    const manifests = render('values-trial.yaml');
    for (const name of ['linkway-nats', 'linkway-nats-server'])
      for (const [file, text] of Object.entries(named(manifests, 'ConfigMap', name)?.data ?? {}))
        writeFileSync(join(folder, file), text);
    const authorization = readFileSync(join(folder, 'authorization.conf'), 'utf8');
    const { services } = JSON.parse(read('contracts/generated/nats-permissions.json'));
    for (const [user, may] of Object.entries(services)) {
      const line = authorization.split('\n').find((each) => each.includes(`user: "${user}"`)) ?? '';
      expect(JSON.parse(/permissions: (.*) }$/.exec(line)?.[1] ?? 'null')).toEqual(may);
    }
    const env = Object.fromEntries(
      (secrets['linkway-nats']?.env ?? '')
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    );
    const check = spawnSync(findNatsServer() ?? 'nats-server', ['-t', '-c', join(folder, 'nats.conf')], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    expect([check.status, check.stderr]).toEqual([0, expect.any(String)]);
  });

  it('leads the app to the edge, hosts of short links to the redirect, and the edge as Compose does', () => {
    const manifests = render(
      'values-production.yaml',
      'ingress.shortLinkHosts={s.example.com}',
      'global.appHosts={app.example.com:8443}',
    );
    const rules = named(manifests, 'Ingress', 'linkway')?.spec?.rules ?? [];
    expect(rules.map(({ host, http }) => [host, http.paths[0]?.backend.service.name])).toEqual([
      ['go.example.com', 'linkway-edge'],
      ['app.example.com', 'linkway-edge'],
      ['s.example.com', 'linkway-redirect'],
    ]);
    const edge = named(manifests, 'ConfigMap', 'linkway-edge')?.data;
    expect(edge?.Caddyfile).toBe(
      read('deploy/docker/Caddyfile')
        .replace('redirect:8081', 'linkway-redirect:8081')
        .replace('gateway:8080', 'linkway-gateway:8080'),
    );
    expect(edge?.['web-paths.caddy']).toBe(read('contracts/generated/web-paths.caddy'));
  });

  it('has everything that the deployment guide names', () => {
    const there = new Set(
      VALUES.flatMap((file) => render(file)).map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`),
    );
    const guide = read('frontends/admin/src/pages/deployment/helm.ts');
    const wanted = [...guide.matchAll(/\b(deployment|statefulset|service|configmap)\/(linkway[\w-]*)/g)].map(
      ([text]) => text,
    );
    expect(wanted.length).toBeGreaterThan(3);
    for (const name of wanted) expect([...there]).toContain(name);
  });
});
