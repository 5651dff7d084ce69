import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { currentSnapshots } from '../scripts/artifacts.js';
import { breakingChanges } from '../scripts/check.js';
import { incompatibilities } from '../scripts/compatibility.js';
import { sharedSnapshot, snapshotOf } from '../scripts/snapshots.js';
import { defineEndpoint, defineEvent, defineRpc } from '../src/contract.js';
import { callerSchema, envelopeSchema, rpcEnvelopeSchema } from '../src/envelope.js';
import { problemSchema } from '../src/problem.js';

const empty = z.object({});
const event = (data: z.ZodType) => snapshotOf(defineEvent('evt.shop.order-paid.v1', 'Paid', data));
const reply = (schema: z.ZodType) =>
  snapshotOf(defineRpc('qry.shop.get.v1', { summary: 'One', permission: 'links:read', request: empty, reply: schema }));
const request = (schema: z.ZodType) =>
  snapshotOf(defineRpc('qry.shop.get.v1', { summary: 'One', permission: 'links:read', request: schema, reply: empty }));
const response = (body: z.ZodType) =>
  snapshotOf(
    defineEndpoint({
      operationId: 'getOrder',
      method: 'get',
      path: '/api/orders/{id}',
      summary: 'One',
      tag: 'orders',
      auth: 'session',
      permission: 'links:read',
      success: { status: 200, body, description: 'The order' },
      errors: [],
    }),
  );

const order = z.object({
  id: z.uuid(),
  total: z.int().min(0),
  note: z.string().max(100).optional(),
  paid_by: z.string().nullable(),
  method: z.enum(['card', 'bank']),
  lines: z.array(z.object({ sku: z.string(), count: z.int() })),
  labels: z.record(z.string(), z.string()),
});
const { shape } = order;

type Change = [string, z.ZodType, RegExp | null];

describe.each([
  ['event', event],
  ['reply', reply],
] as const)('an %s', (_, snapshot) => {
  it.each<Change>([
    ['a new optional field', order.extend({ tip: z.int().optional() }), null],
    [
      'a new optional field further in',
      order.extend({ lines: z.array(z.object({ sku: z.string(), count: z.int(), size: z.string().optional() })) }),
      null,
    ],
    ['a value that no longer comes', order.extend({ method: z.enum(['card']) }), null],
    ['null that no longer comes', order.extend({ paid_by: z.string() }), null],
    ['a closer bound', order.extend({ total: z.int().min(1) }), null],
    ['another description', order.extend({ id: z.uuid().describe('UUIDv7') }), null],
    ['a removed field', order.omit({ total: true }), /data|reply.*total: removed/],
    ['a removed optional field', order.omit({ note: true }), /note: removed/],
    ['another type', order.extend({ total: z.string() }), /total: integer became string/],
    ['a wider number', order.extend({ total: z.number().min(0) }), /total: integer became number/],
    ['a field that became optional', order.extend({ total: shape.total.optional() }), /total: became optional/],
    ['null that may now come', order.extend({ id: z.uuid().nullable() }), /id: null would surprise/],
    ['a new value', order.extend({ method: z.enum(['card', 'bank', 'cash']) }), /method: "cash" would surprise/],
    ['any text in place of values', order.extend({ method: z.string() }), /method: "any other value"/],
    ['a longer text', order.extend({ note: z.string().max(200).optional() }), /note: .*maxLength/],
    ['a looser format', order.extend({ id: z.string() }), /id: .*format/],
    [
      'a removal inside a list',
      order.extend({ lines: z.array(z.object({ sku: z.string() })) }),
      /lines\[\]\.count: removed/,
    ],
    [
      'other values of a record',
      order.extend({ labels: z.record(z.string(), z.int()) }),
      /labels\[\]: string became integer/,
    ],
    ['a new required field', order.extend({ tip: z.int() }), /tip: a new field must be optional/],
  ])('changed by %s', (_name, changed, breaks) => {
    const found = incompatibilities(snapshot(order), snapshot(changed));
    if (breaks) expect(found.join('\n')).toMatch(breaks);
    else expect(found).toEqual([]);
  });

  it('may not gain a field where its readers refuse unknown ones', () => {
    const strict = z.strictObject({ id: z.uuid() });
    const found = incompatibilities(snapshot(strict), snapshot(strict.extend({ more: z.string().optional() })));
    expect(found.join()).toMatch(/more: readers refuse/);
  });

  it('compares the members of a union', () => {
    const before = z.union([z.object({ a: z.string() }), z.int(), z.null()]);
    const fewer = z.union([z.object({ a: z.string() }), z.null()]);
    expect(incompatibilities(snapshot(before), snapshot(fewer))).toEqual([]);
    expect(incompatibilities(snapshot(fewer), snapshot(before)).join()).toMatch(
      /integer became|integer would surprise|object became/,
    );
  });
});

describe('a request', () => {
  it.each<Change>([
    ['a new optional field', order.extend({ tip: z.int().optional() }), null],
    ['a new field with a default', order.extend({ tip: z.int().default(0) }), null],
    ['a field that became optional', order.extend({ total: shape.total.optional() }), null],
    ['null that may now be sent', order.extend({ id: z.uuid().nullable() }), null],
    ['a new value', order.extend({ method: z.enum(['card', 'bank', 'cash']) }), null],
    ['a longer text', order.extend({ note: z.string().max(200).optional() }), null],
    ['a wider number', order.extend({ total: z.number().min(0) }), null],
    ['a new required field', order.extend({ tip: z.int() }), /tip: newly required/],
    ['a field that became required', order.extend({ note: z.string().max(100) }), /note: newly required/],
    ['a removed field', order.omit({ note: true }), /note: removed/],
    ['another type', order.extend({ total: z.string() }), /total: integer became string/],
    ['a value less', order.extend({ method: z.enum(['card']) }), /method: "bank" is no longer accepted/],
    ['null no more', order.extend({ paid_by: z.string() }), /paid_by: null is no longer accepted/],
    ['a shorter text', order.extend({ note: z.string().max(50).optional() }), /note: .*maxLength/],
    ['a higher minimum', order.extend({ total: z.int().min(1) }), /total: .*minimum/],
    ['a pattern', order.extend({ paid_by: z.string().regex(/^x/).nullable() }), /paid_by: .*pattern/],
    ['unknown fields no more', z.strictObject(shape), /an unknown field is no longer accepted/],
  ])('changed by %s', (_name, changed, breaks) => {
    const found = incompatibilities(request(order), request(changed));
    if (breaks) expect(found.join('\n')).toMatch(breaks);
    else expect(found).toEqual([]);
  });
});

describe('an endpoint', () => {
  it('may answer with a new field, always there, as nothing older answers', () => {
    expect(incompatibilities(response(order), response(order.extend({ tip: z.int() })))).toEqual([]);
  });

  it('keeps its path', () => {
    const moved = { ...response(order), route: 'GET /api/orders/{order_id}' };
    expect(incompatibilities(response(order), moved).join()).toMatch(/moved from GET/);
  });
});

describe('a permission', () => {
  const readable = reply(order);

  it('is part of the contract: no other, none, and none where there was one', () => {
    const changed = (permission: 'links:write' | null) => ({ ...readable, permission });
    expect(incompatibilities(readable, changed('links:write'))).toEqual([
      'qry.shop.get.v1: asks for links:write in place of links:read',
    ]);
    expect(incompatibilities(readable, changed(null)).join()).toMatch(/asks for no permission in place of links:read/);
    expect(incompatibilities(changed(null), readable).join()).toMatch(/asks for links:read in place of no permission/);
    expect(incompatibilities(response(order), { ...response(order), permission: null })).toHaveLength(1);
  });

  it('may be named where a snapshot does not know of permissions yet', () => {
    const { permission: _, ...before } = readable;
    expect(incompatibilities(before, readable)).toEqual([]);
  });
});

describe('what all messages share', () => {
  const shared = {
    envelope: envelopeSchema,
    caller: callerSchema,
    'rpc-envelope': rpcEnvelopeSchema,
    problem: problemSchema,
  };
  const changes = (before: z.ZodType, after: z.ZodType) =>
    incompatibilities(sharedSnapshot('thing', before), sharedSnapshot('thing', after)).join('\n');

  it('is kept for each of them', () => {
    const kept = currentSnapshots().filter(({ kind }) => kind === 'shared');
    expect(kept.map(({ name }) => name)).toEqual(Object.keys(shared).map((name) => `shared.${name}`));
  });

  it.each(Object.entries({ envelope: envelopeSchema, 'rpc-envelope': rpcEnvelopeSchema, problem: problemSchema }))(
    'may gain an optional field and nothing else: %s',
    (_name, schema: z.ZodObject) => {
      const [field = ''] = Object.keys(schema.shape);
      const { [field]: _gone, ...others } = schema.shape;
      expect(changes(schema, schema.extend({ more: z.string().optional() }))).toBe('');
      expect(changes(schema, schema.extend({ more: z.string().default('') }))).toBe('');
      expect(changes(schema, schema.extend({ more: z.string() }))).toMatch(/written\.more: a new field.*optional/);
      expect(changes(schema, schema.extend({ more: z.string() }))).toMatch(/read\.more: newly required/);
      expect(changes(schema, z.object(others))).toMatch(/written\.\w+: removed[^]*read\.\w+: removed/);
      expect(changes(schema, schema.extend({ [field]: z.int() }))).toMatch(/became integer|integer would surprise/);
    },
  );

  it('may be neither narrowed nor widened, as old and new ones both write it and read it', () => {
    const text = z.object({ text: z.string().max(10) });
    expect(changes(text, z.object({ text: z.string().max(5) }))).toMatch(/read\.text/);
    expect(changes(text, z.object({ text: z.string().max(20) }))).toMatch(/written\.text/);
  });

  it('keeps the caller as it is, in each of its kinds', () => {
    const [session, apiKey, service] = callerSchema.options;
    expect(changes(callerSchema, z.union([session.extend({ more: z.string().optional() }), apiKey, service]))).toBe('');
    expect(changes(callerSchema, z.union([session.omit({ user_id: true }), apiKey, service]))).not.toBe('');
    expect(changes(callerSchema, z.union([session.extend({ more: z.string() }), apiKey, service]))).not.toBe('');
    expect(changes(callerSchema, z.union([apiKey, service]))).not.toBe('');
    expect(changes(rpcEnvelopeSchema, rpcEnvelopeSchema.extend({ caller: apiKey.nullable() }))).not.toBe('');
  });
});

describe('breakingChanges', () => {
  it('tells of a contract that is gone, unless it is to be replaced', () => {
    const gone = event(order);
    expect(breakingChanges([gone], [])).toEqual(['evt.shop.order-paid.v1: the contract was removed']);
    expect(breakingChanges([gone], [], ['evt.shop.order-paid.v1'])).toEqual([]);
  });

  it('lets a new contract in', () => {
    expect(breakingChanges([], [event(order)])).toEqual([]);
  });
});
