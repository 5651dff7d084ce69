import type { z } from 'zod';
import type { EndpointContract, EventContract, RpcContract, SignalContract } from '../src/contract.js';
import { callerSchema, envelopeSchema, rpcEnvelopeSchema } from '../src/envelope.js';
import type { Permission } from '../src/permissions.js';
import { problemSchema } from '../src/problem.js';
import { type Direction, type JsonSchema, toSnapshot } from './json-schema.js';

/** The wire form of one published contract; `parts` are its schemas and who writes them. */
export interface Snapshot {
  kind: 'event' | 'rpc' | 'signal' | 'endpoint' | 'shared';
  name: string;
  /** Of an endpoint: method and path, which are as fixed as its schemas. */
  route?: string;
  status?: number;
  /** Of a request or an endpoint: what its caller must be allowed to do. */
  permission?: Permission | null;
  parts: Record<string, { direction: Direction; schema: JsonSchema }>;
}

type Contract = EventContract | RpcContract | SignalContract | EndpointContract;

export const snapshotName = (contract: Contract): string =>
  contract.kind === 'endpoint' ? `http.${contract.operationId}` : contract.subject;

export function snapshotOf(contract: Contract): Snapshot {
  const name = snapshotName(contract);
  const { kind } = contract;
  const input = (schema: Parameters<typeof toSnapshot>[0]) => part(schema, 'input');
  const output = (schema: Parameters<typeof toSnapshot>[0]) => part(schema, 'output');
  if (contract.kind === 'event' || contract.kind === 'signal')
    return { kind, name, parts: { data: output(contract.data) } };
  if (contract.kind === 'rpc') {
    const { permission } = contract;
    return { kind, name, permission, parts: { request: input(contract.request), reply: output(contract.reply) } };
  }
  return {
    kind,
    name,
    route: `${contract.method.toUpperCase()} ${contract.path}`,
    status: contract.success.status,
    permission: contract.permission,
    parts: {
      ...(contract.params && { params: input(contract.params) }),
      ...(contract.query && { query: input(contract.query) }),
      ...(contract.headers && { headers: input(contract.headers) }),
      ...(contract.body && { body: input(contract.body) }),
      ...(contract.success.body && { response: output(contract.success.body) }),
      ...Object.fromEntries(
        Object.entries(contract.success.events ?? {}).map(([event, data]) => [`event ${event}`, output(data)]),
      ),
    },
  };
}

/**
 * What lies around every event, request and error. A release older and one newer both write and read it, so it counts in both directions;
 * on the wire it is as it was before defaults are filled in.
 */
export function sharedSnapshot(name: string, schema: z.ZodType): Snapshot {
  const wire = toSnapshot(schema, 'input');
  const parts = { written: { direction: 'output', schema: wire }, read: { direction: 'input', schema: wire } } as const;
  return { kind: 'shared', name: `shared.${name}`, parts };
}

export const sharedSnapshots = (): Snapshot[] => [
  sharedSnapshot('envelope', envelopeSchema),
  sharedSnapshot('caller', callerSchema),
  sharedSnapshot('rpc-envelope', rpcEnvelopeSchema),
  sharedSnapshot('problem', problemSchema),
];

const part = (schema: Parameters<typeof toSnapshot>[0], direction: Direction) => ({
  direction,
  schema: toSnapshot(schema, direction),
});
