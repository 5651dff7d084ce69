import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { copyWorkspace, linkLikeDashboard, linkProjects, run } from './workspace-copy.js';

jest.setTimeout(240_000);

/** One of each, made in a copy of the workspace, has to build, to be tested and to be clean like what was written by hand. */
describe('what the generators make', () => {
  let copy: string;
  const generate = (...args: string[]) => run(copy, 'node', 'deploy/generators/generate.ts', ...args, '--skip-install');
  const inProject = (folder: string, command: string, ...args: string[]) => run(join(copy, folder), command, ...args);
  const read = (path: string) => readFileSync(join(copy, path), 'utf8');

  beforeAll(() => {
    copy = copyWorkspace();
    generate('service', 'shipping', '--noun', 'parcel');
    generate('remote', 'ware-house');
    linkProjects(copy);
    linkLikeDashboard(copy, 'ware-house');
    generate('page', 'ware-house', 'stock-items');
    generate('page', 'ware-house', 'new-item', '--kind', 'form');
    generate('event', 'shipping', 'parcel-sent');
    generate('endpoint', 'shipping', 'get-parcel');
    generate('endpoint', 'shipping', 'create-parcel');
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('is a service that type-checks, builds and passes its tests on real servers', () => {
    inProject('services/shipping', 'tsc', '-p', 'tsconfig.json');
    inProject('services/shipping', 'npm', 'run', 'build');
    expect(existsSync(join(copy, 'services/shipping/dist/main.js'))).toBe(true);
    inProject('services/shipping', 'npm', 'test');
    inProject('services/shipping', 'npm', 'run', 'test:integration');
    const results = (name: string) => JSON.parse(read(`services/shipping/test-results/${name}.json`));
    expect(results('test')).toMatchObject({ passed: 1, failed: 0 });
    expect(results('test-integration')).toMatchObject({ passed: 3, failed: 0 });
  });

  it('is started by the single node', () => {
    expect(read('deploy/local/environment.ts')).toMatch(/'gateway',\s+'shipping',?\s*\]/);
    inProject('deploy/local', 'tsc', '-p', 'tsconfig.json');
  });

  it('is declared, so that its user and the gateway may do on NATS what they need', () => {
    expect(read('contracts/src/services.ts')).toContain('shipping: { asks: [], reads: [] }');
    const { services } = JSON.parse(read('contracts/generated/nats-permissions.json'));
    expect(services.shipping.publish.allow).toContain('evt.shipping.>');
    const asked = ['qry.shipping.get-parcel.v1', 'cmd.shipping.create-parcel.v1'];
    expect(services.gateway.publish.allow).toEqual(expect.arrayContaining(asked));
  });

  it('is an event and endpoints that are published', () => {
    inProject('contracts', 'tsc', '-p', 'tsconfig.json');
    inProject('contracts', 'npm', 'run', 'check');
    expect(read('contracts/generated/asyncapi.yaml')).toContain('evt.shipping.parcel-sent.v1');
    const { paths } = JSON.parse(read('contracts/generated/openapi.json'));
    expect(Object.keys(paths['/api/shipping/parcel']).sort()).toEqual(['get', 'post']);
    expect(read('contracts/generated/client.ts')).toContain("operations['createParcel']");
  });

  it('is passed on by the gateway, which needs nothing written for it', () => {
    inProject('contracts', 'npm', 'run', 'build');
    const asked = `const { allEndpoints, forwardedTo } = await import('@linkway/contracts');
      process.stdout.write(allEndpoints.flatMap((each) => forwardedTo(each)?.subject ?? []).join());`;
    const passedOn = run(join(copy, 'services/gateway'), 'node', '--input-type=module', '--eval', asked).split(',');
    expect(passedOn).toEqual(expect.arrayContaining(['qry.shipping.get-parcel.v1', 'cmd.shipping.create-parcel.v1']));
    expect(run(copy, 'grep', '-rlE', 'parcel|Parcel', '.', '--include=*.ts').split('\n')).not.toContainEqual(
      expect.stringContaining('/gateway/'),
    );
  });

  it('is a remote that type-checks, passes its test and builds', () => {
    inProject('frontends/ware-house', 'tsc', '-p', 'tsconfig.json');
    inProject('frontends/ware-house', 'npm', 'test');
    inProject('frontends/ware-house', 'npm', 'run', 'build');
    const { tabs } = JSON.parse(read('frontends/ware-house/dist/tabs.json'));
    expect(tabs.map(({ key }: { key: string }) => key)).toEqual(['ware-house', 'stock-items', 'new-item']);
    expect(existsSync(join(copy, 'frontends/ware-house/dist/mf-manifest.json'))).toBe(true);
  });

  it('is pages that work in a browser, beside a shell that was built without them', () => {
    const browsers = join(import.meta.dirname, '../../e2e');
    const dist = join(copy, 'frontends/ware-house/dist');
    expect(run(browsers, 'node', 'generated-pages.ts', 'ware-house', dist, 'stock-items', 'new-item')).toContain('ok');
  });

  it('is clean', () => {
    const folders = ['contracts', 'services/shipping', 'frontends/ware-house'];
    expect(run(copy, 'oxlint', ...folders)).toContain('0 errors');
    const sources = ['services/shipping/src', 'frontends/ware-house/src', 'contracts/src'];
    expect(() => run(copy, 'biome', 'check', '--vcs-enabled=false', ...sources)).not.toThrow();
  });

  it('overwrites nothing and says what is wrong', () => {
    expect(() => generate('service', 'shipping')).toThrow('services/shipping is there already');
    expect(() => generate('event', 'shipping', 'parcel-sent')).toThrow('is there already');
    expect(() => generate('endpoint', 'shipping', 'get-parcel')).toThrow('has getParcel already');
    expect(() => generate('page', 'ware-house', 'new-item')).toThrow('is there already');
    expect(() => generate('page', 'nowhere', 'new-item')).toThrow('is no remote');
    expect(() => generate('page', 'ware-house', 'other', '--kind', 'cube')).toThrow('a list or a form');
    expect(() => generate('remote', 'Bad_Name')).toThrow('lower-case words');
    expect(() => generate('planet', 'mars')).toThrow('service NAME');
  });
});
