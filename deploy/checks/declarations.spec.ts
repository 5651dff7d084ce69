import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import * as contracts from '@linkway/contracts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { declaredServices, services } = contracts;

/** The code of a service, without its tests. */
const sourcesOf = (service: string): string[] =>
  readdirSync(join(root, 'services', service, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => readFileSync(join(root, 'services', service, 'src', path), 'utf8'));

type Kind = 'rpc' | 'event' | 'signal';
interface Named {
  kind: Kind;
  subject: string;
  owner: string;
}

const contractOf = (name: string): Named | undefined => {
  const value = (contracts as Record<string, unknown>)[name];
  return typeof value === 'object' && value !== null && 'subject' in value ? (value as Named) : undefined;
};

/** What the platform's own classes ask in the name of whoever uses them. */
const ASKED_BY_CLASS = {
  FloodReporter: 'reportFloodsRpc',
  LinksWithin: 'getLinksByIdsRpc',
  MaliciousLinkReporter: 'reportMaliciousLinksRpc',
};

/** What of others' contracts a service imports: it uses them, or the linter would refuse the import. */
function used(service: string, kind: Kind): string[] {
  const imports = sourcesOf(service).flatMap((text) => [
    ...text.matchAll(/import \{([^}]*)\} from '@linkway\/contracts'/g),
  ]);
  const names = imports.flatMap(([, list = '']) => list.split(',').map((entry) => entry.trim().replace(/^type /, '')));
  // Clicks are read from their streams as they are, not through the event's contract.
  if (sourcesOf(service).some((text) => /\bclick(Stream|Shards)\b/.test(text))) names.push('linksClicked');
  for (const [user, name] of Object.entries(ASKED_BY_CLASS)) {
    if (sourcesOf(service).some((text) => new RegExp(`(new |: |\\.get\\()${user}\\b`).test(text))) names.push(name);
  }
  const forwarded =
    service === 'gateway' ? contracts.allEndpoints.flatMap((each) => contracts.forwardedTo(each) ?? []) : [];
  const found = [...forwarded, ...[...new Set(names)].map(contractOf)].filter((contract) => contract !== undefined);
  const subjects = found
    .filter(
      (contract) =>
        contract.kind === kind &&
        (contract.owner !== service || hearsOwn(service, contract) || readsOwn(service, contract)),
    )
    .map(({ subject }) => subject);
  // What the gateway passes on it may ask for itself as well.
  return [...new Set(subjects)].sort();
}

/** Processes of one service may hear each other. */
const hearsOwn = (service: string, { kind, subject }: Named): boolean =>
  kind === 'signal' &&
  sourcesOf(service).some((text) =>
    [...text.matchAll(/\.hear\((\w+),/g)].some(([, name = '']) => contractOf(name)?.subject === subject),
  );

/** And a service may read its own events, behind what it tells by them. */
const readsOwn = (service: string, { kind, subject }: Named): boolean =>
  kind === 'event' &&
  sourcesOf(service)
    .filter((text) => text.includes('@OnEvent'))
    .some((text) =>
      [...text.matchAll(/(?:@OnEvent\(|: )(\w+)/g)].some(([, name = '']) => contractOf(name)?.subject === subject),
    );

const subjects = (declared: readonly { subject: string }[]) => declared.map(({ subject }) => subject).sort();

describe('contracts/src/services.ts', () => {
  it.each(declaredServices)('declares what %s asks, and nothing else', (service) => {
    expect(subjects(services[service].asks)).toEqual(used(service, 'rpc'));
  });

  it.each(declaredServices)('declares what %s reads, and nothing else', (service) => {
    expect(subjects(services[service].reads)).toEqual(used(service, 'event'));
  });

  it.each(declaredServices)('declares what %s hears, and nothing else', (service) => {
    const { hears = [] }: contracts.ServiceDeclaration = services[service];
    expect(subjects(hears)).toEqual(used(service, 'signal'));
  });

  it.each(declaredServices)(
    'lets %s ask still what its former release asks, and nothing that it asks itself',
    (service) => {
      const declared: contracts.ServiceDeclaration = services[service];
      const { allow } = contracts.natsPermissions(service).publish;
      expect(allow).toEqual(expect.arrayContaining(subjects(declared.asked ?? [])));
      expect(subjects(declared.asked ?? []).filter((subject) => used(service, 'rpc').includes(subject))).toEqual([]);
    },
  );

  it('is compared with something', () => {
    expect(used('redirect', 'rpc')).toContain('qry.links.resolve.v2');
    expect(used('redirect', 'event')).toContain('evt.links.link-created.v1');
    expect(used('gateway', 'signal')).toContain('sig.analytics.clicks-stored.v1');
  });
});
