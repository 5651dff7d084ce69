import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../src/contract.js';
import { allEndpoints, forwardedTo } from '../src/registry.js';

const forwarded = allEndpoints.flatMap((endpoint) => {
  const rpc = forwardedTo(endpoint);
  return rpc ? [{ ...endpoint, endpoint, rpc }] : [];
});
const namesOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

describe.each(forwarded)('$operationId, which is passed on', ({ endpoint, rpc }) => {
  const { forward, params, query, body } = endpoint;

  it('is answered for whoever may call it', () => {
    expect(rpc.permission).toBe(endpoint.permission);
    expect(endpoint.method === 'get').toBe(rpc.subject.startsWith('qry.'));
  });

  it('gives each part of the request a name of its own, and all that the service asks for', () => {
    const names = [
      ...namesOf(params),
      ...namesOf(query),
      ...(forward?.bodyAs === undefined ? namesOf(body) : [forward.bodyAs]),
      ...(forward?.withAddress ? ['ip'] : []),
      ...(forward?.withDevice ? ['device'] : []),
      ...(forward?.withLanguage ? ['language'] : []),
      ...(forward?.withIdempotencyKey ? ['idempotency_key'] : []),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(names.sort()).toEqual(namesOf(rpc.request).sort());
  });

  it('keeps the promise of the Idempotency-Key header', () => {
    expect(endpoint.errors.includes('request.idempotency_mismatch')).toBe(forward?.withIdempotencyKey === true);
  });
});

/** There is one of each, by what was sent: a second request finds it made. */
const ONE_BY_CONTENT = ['register', 'addPushBrowser', 'blockAddress', 'addLanguage'];
const creating = allEndpoints.filter(({ method, success }) => method === 'post' && success.status === 201);

it.each(creating)('$operationId makes one, however often it is sent', ({ operationId, errors }) => {
  expect(errors.includes('request.idempotency_mismatch')).toBe(!ONE_BY_CONTENT.includes(operationId));
});

describe('forwardedRpc', () => {
  const endpoint = defineEndpoint({
    operationId: 'sendParcel',
    method: 'post',
    path: '/api/parcels/{id}/send',
    summary: 'Send a parcel',
    tag: 'parcels',
    auth: 'public',
    permission: null,
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ to: z.string() }),
    success: { status: 201, body: z.object({ sent: z.boolean() }), description: 'Sent' },
    errors: [],
    forward: { to: 'cmd.shipping.send.v1', open: 'Anybody may send.', withAddress: true, withIdempotencyKey: true },
  });

  it('is the request to the service, made from the operation', () => {
    const rpc = forwardedRpc(endpoint);
    expect(rpc).toMatchObject({ kind: 'rpc', subject: 'cmd.shipping.send.v1', owner: 'shipping', permission: null });
    expect(rpc.open).toBe('Anybody may send.');
    const id = '01900000-0000-7000-8000-000000000001';
    const input: z.output<typeof rpc.request> = { id, to: 'Hue', ip: '192.0.2.1', idempotency_key: null };
    expect(rpc.request.parse(input)).toEqual(input);
    const { idempotency_key: _, ...former } = input;
    expect(rpc.request.parse(former)).toEqual(input);
    expect(rpc.request.safeParse({ ...input, to: 3 }).success).toBe(false);
    expect(rpc.reply).toBe(endpoint.success.body);
  });

  it('has the body under a name where the operation says so', () => {
    const rpc = forwardedRpc({ ...endpoint, forward: { to: 'cmd.shipping.send.v1', bodyAs: 'parcel' } });
    const id = '01900000-0000-7000-8000-000000000001';
    expect(rpc.request.safeParse({ id, parcel: { to: 'Hue' } }).success).toBe(true);
    expect(rpc.request.safeParse({ id, to: 'Hue' }).success).toBe(false);
  });

  it('tells the language and is waited for as long as the operation says', () => {
    const rpc = forwardedRpc({
      ...endpoint,
      forward: { to: 'cmd.shipping.send.v1', withLanguage: true, timeoutMs: 9_000 },
    });
    const input = { id: '01900000-0000-7000-8000-000000000001', to: 'Hue', language: 'vi' };
    expect(rpc.request.parse(input)).toEqual(input);
    expect(rpc.request.safeParse({ ...input, language: 'fr' }).success).toBe(false);
    expect([rpc.timeoutMs, forwardedRpc(endpoint).timeoutMs]).toEqual([9_000, 5_000]);
  });

  it('is nothing of an operation that the gateway answers', () => {
    const { forward: _, ...own } = endpoint;
    expect(() => forwardedRpc(own)).toThrow('sendParcel is not passed on');
  });
});
