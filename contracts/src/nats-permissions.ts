import type { EventContract, RpcContract } from './contract.js';
import { type DeclaredService, declaredServices, type ServiceDeclaration, services } from './services.js';

/** Subjects that a NATS user may and may not use; what is denied is taken out of what is allowed. */
export interface NatsPermissions {
  readonly publish: { readonly allow: readonly string[]; readonly deny: readonly string[] };
  readonly subscribe: { readonly allow: readonly string[] };
}

/** The user of operators and their commands: it may do everything. */
export const NATS_OPERATOR = 'operator';

/** Where the answers of a user arrive; nobody else may listen there. */
export const natsInbox = (user: string): string => `_INBOX_${user}`;

/** In place of a stream's name: the shards of the clicks, of which there may be any number. */
const SHARDS = 'CLICKS_n';
const DEAD_LETTERS = 'DEAD_LETTERS';
const LEASES = 'ANALYTICS_LEASES';

const declarations: Record<DeclaredService, ServiceDeclaration> = services;
const streamOf = ({ owner, sharded }: EventContract): string => (sharded ? SHARDS : `EVT_${owner.toUpperCase()}`);
const eventStreams = declaredServices.map((service) => `EVT_${service.toUpperCase()}`);
const allStreams = [...eventStreams, DEAD_LETTERS, LEASES];

/**
 * What the NATS user of a service may do: publish its own events, signals and dead letters, answer its own requests, ask, read and hear what it declares,
 * and manage the streams that this takes. Generated into `nats-permissions.json` for servers that are set up without this code.
 */
export function natsPermissions(service: DeclaredService): NatsPermissions {
  const declared = declarations[service];
  const rules = [...ownStreams(service), ...readStreams(service)];
  const allow = [
    `evt.${service}.>`,
    `dlq.${service}.>`,
    `cmd.${service}.>`,
    `qry.${service}.>`,
    `sig.${service}.>`,
    ...(service === 'analytics' ? ['lease.analytics.>'] : []),
    ...questionsOf(declared).map(({ subject }) => subject),
    ...askersOf(service).map((asker) => `${natsInbox(asker)}.>`),
    '$JS.API.INFO',
    '$JS.API.STREAM.NAMES',
    '$JS.API.STREAM.LIST',
    ...rules.flatMap((rule) => rule.allow),
  ];
  const allowed = new Set(allow);
  const deny = rules.flatMap((rule) => rule.deny).filter((subject) => !allowed.has(subject));
  return {
    publish: { allow: unique(allow), deny: unique(deny) },
    subscribe: {
      allow: [
        `cmd.${service}.>`,
        `qry.${service}.>`,
        `${natsInbox(service)}.>`,
        ...(declared.hears ?? []).map(({ subject }) => `${subject}.*`),
      ],
    },
  };
}

/** With those of its former release. */
const questionsOf = ({ asks, asked = [] }: ServiceDeclaration): readonly RpcContract[] => [...asks, ...asked];

/** Whose questions a service answers. It may ask itself, and operators may ask everything. */
function askersOf(service: DeclaredService): string[] {
  const askers = declaredServices.filter((name) =>
    questionsOf(declarations[name]).some(({ owner }) => owner === service),
  );
  return [...new Set([service, ...askers, NATS_OPERATOR])];
}

interface Rule {
  allow: string[];
  deny: string[];
}

function ownStreams(service: DeclaredService): Rule[] {
  return [
    ownerOf(`EVT_${service.toUpperCase()}`),
    // All put their dead letters there, so none may take anything out.
    { allow: ['INFO', 'CREATE', 'UPDATE'].map((verb) => `$JS.API.STREAM.${verb}.${DEAD_LETTERS}`), deny: [] },
    ...(service === 'redirect' || service === 'analytics' ? [ownerOf(SHARDS)] : []),
    ...(service === 'analytics' ? [ownerOf(LEASES)] : []),
  ];
}

function readStreams(service: DeclaredService): Rule[] {
  const streams = [...new Set(declarations[service].reads.map(streamOf))];
  return streams.map((stream) => readerOf(stream, service));
}

/** Makes a stream, sets it, tells of it and of its consumers, and takes out what is done with. */
function ownerOf(stream: string): Rule {
  return onStream(stream, (name) => [
    ...['INFO', 'CREATE', 'UPDATE', 'PURGE', 'MSG.GET', 'MSG.DELETE'].map((verb) => `$JS.API.STREAM.${verb}.${name}`),
    `$JS.API.CONSUMER.LIST.${name}`,
    `$JS.API.CONSUMER.NAMES.${name}`,
    `$JS.API.CONSUMER.INFO.${name}.*`,
  ]);
}

/**
 * Reads a stream, through a durable consumer named after the service and through others that come and go under names of their own.
 * Whoever comes first makes the stream. The durable consumers of other services are theirs.
 */
function readerOf(stream: string, service: DeclaredService): Rule {
  const reading = onStream(stream, (name) => [
    ...['INFO', 'CREATE', 'MSG.GET'].map((verb) => `$JS.API.STREAM.${verb}.${name}`),
    `$JS.API.CONSUMER.CREATE.${name}`,
    `$JS.API.CONSUMER.CREATE.${name}.>`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${name}.${service}`,
    `$JS.API.CONSUMER.INFO.${name}.*`,
    `$JS.API.CONSUMER.DELETE.${name}.*`,
    `$JS.API.CONSUMER.MSG.NEXT.${name}.*`,
    `$JS.ACK.${name}.${service}.>`,
  ]);
  const others = declaredServices.filter((other) => other !== service && declarations[other].reads.some(isOf(stream)));
  const deny = others.flatMap((other) => [
    `$JS.API.CONSUMER.CREATE.${stream}.${other}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${other}.>`,
    `$JS.API.CONSUMER.DELETE.${stream}.${other}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${other}`,
  ]);
  return { allow: reading.allow, deny: [...reading.deny, ...deny] };
}

const isOf = (stream: string) => (event: EventContract) => streamOf(event) === stream;

/** NATS knows no wildcard within a name: rights on the shards are rights on all streams but those that are known by name. */
function onStream(stream: string, subjects: (name: string) => string[]): Rule {
  if (stream !== SHARDS) return { allow: subjects(stream), deny: [] };
  return { allow: subjects('*'), deny: allStreams.flatMap(subjects) };
}

const unique = (subjects: string[]) => [...new Set(subjects)];
