import type { EndpointContract, EventContract, RpcContract } from '../src/contract.js';
import { type Direction, type JsonSchema, toSnapshot } from './json-schema.js';

/** The wire form of one published contract; `parts` are its schemas and who writes them. */
export interface Snapshot {
  kind: 'event' | 'rpc' | 'endpoint';
  name: string;
  /** Of an endpoint: method and path, which are as fixed as its schemas. */
  route?: string;
  status?: number;
  parts: Record<string, { direction: Direction; schema: JsonSchema }>;
}

type Contract = EventContract | RpcContract | EndpointContract;

export const snapshotName = (contract: Contract): string =>
  contract.kind === 'endpoint' ? `http.${contract.operationId}` : contract.subject;

export function snapshotOf(contract: Contract): Snapshot {
  const name = snapshotName(contract);
  const { kind } = contract;
  const input = (schema: Parameters<typeof toSnapshot>[0]) => part(schema, 'input');
  const output = (schema: Parameters<typeof toSnapshot>[0]) => part(schema, 'output');
  if (contract.kind === 'event') return { kind, name, parts: { data: output(contract.data) } };
  if (contract.kind === 'rpc') {
    return { kind, name, parts: { request: input(contract.request), reply: output(contract.reply) } };
  }
  return {
    kind,
    name,
    route: `${contract.method.toUpperCase()} ${contract.path}`,
    status: contract.success.status,
    parts: {
      ...(contract.params && { params: input(contract.params) }),
      ...(contract.query && { query: input(contract.query) }),
      ...(contract.body && { body: input(contract.body) }),
      ...(contract.success.body && { response: output(contract.success.body) }),
    },
  };
}

const part = (schema: Parameters<typeof toSnapshot>[0], direction: Direction) => ({
  direction,
  schema: toSnapshot(schema, direction),
});
