import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asyncapiSpecs from '@asyncapi/specs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { currentSnapshots, json, snapshotPath } from '../scripts/artifacts.js';
import { breakingChanges, publishedSnapshots, staleFiles } from '../scripts/check.js';
import { permissionForKeys } from '../src/permissions.js';
import { allEndpoints, allEvents, allRpcs, allSignals } from '../src/registry.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const generated = join(root, 'generated');
const openapi = JSON.parse(readFileSync(join(generated, 'openapi.json'), 'utf8'));
const asyncapi = parse(readFileSync(join(generated, 'asyncapi.yaml'), 'utf8'));

describe('generated files', () => {
  it('are what the sources give, and break nobody', () => {
    const args = ['--import', './scripts/register.mjs', 'scripts/generate.ts', '--check'];
    expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })).toContain('fresh and compatible');
  });
});

describe('the check', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linkway-contracts-'));
    cpSync(join(generated, 'schemas'), join(folder, 'schemas'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const files = new Map(currentSnapshots().map((snapshot) => [snapshotPath(snapshot.name), json(snapshot)]));

  it('finds nothing in a fresh copy', () => {
    expect(staleFiles(folder, files)).toEqual([]);
    expect(breakingChanges(publishedSnapshots(folder), currentSnapshots())).toEqual([]);
  });

  it('finds a file that was edited, one that is missing and one that nothing makes', () => {
    const [edited = '', missing = ''] = [...files.keys()];
    writeFileSync(join(folder, edited), '{}');
    rmSync(join(folder, missing));
    const orphan = { kind: 'event', name: 'evt.gone.thing.v1', parts: {} };
    writeFileSync(join(folder, snapshotPath('evt.gone.thing.v1')), json(orphan));
    writeFileSync(join(folder, edited), json({ ...currentSnapshots()[0], status: 599 }));
    expect(staleFiles(folder, files).sort()).toEqual([edited, missing, snapshotPath('evt.gone.thing.v1')].sort());
  });

  it('finds that a published field is gone from the sources', () => {
    const path = join(folder, snapshotPath('evt.links.link-deleted.v1'));
    const snapshot = JSON.parse(readFileSync(path, 'utf8'));
    snapshot.parts.data.schema.properties.reason = { type: 'string' };
    writeFileSync(path, json(snapshot));
    expect(breakingChanges(publishedSnapshots(folder), currentSnapshots())).toEqual([
      'evt.links.link-deleted.v1 data.reason: removed',
    ]);
  });
});

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(openapi));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(openapi.openapi).toMatch(/^3\.1\./);
  });

  it('has every endpoint, with its errors, and each under one name', () => {
    for (const { path, method, operationId, success } of allEndpoints) {
      const operation = openapi.paths[path]?.[method];
      expect(operation?.operationId).toBe(operationId);
      expect(operation.responses).toHaveProperty(String(success.status));
      expect(operation.responses['503'].content).toHaveProperty(['application/problem+json']);
    }
    const ids = allEndpoints.map((endpoint) => endpoint.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('asks for the CSRF token on every change and offers an idempotency key, and whose page it is where a session counts', () => {
    const headers = (path: string, method: string) =>
      (openapi.paths[path][method].parameters ?? [])
        .filter((parameter: { in: string }) => parameter.in === 'header')
        .map((parameter: { name: string }) => parameter.name);
    expect(headers('/api/links', 'post')).toEqual(['X-CSRF-Token', 'X-Linkway-Account', 'Idempotency-Key']);
    expect(headers('/api/links/{id}', 'put')).toEqual(['X-CSRF-Token', 'X-Linkway-Account']);
    expect(headers('/api/links', 'get')).toEqual(['X-Linkway-Account']);
    expect(headers('/api/guest/quota', 'get')).toEqual(['X-Linkway-Device']);
    expect(headers('/api/example', 'get')).toEqual([]);
  });

  it('says of each operation whether an API key may do it, and what its answers tell of the key', () => {
    for (const endpoint of allEndpoints) {
      const { auth, path, method, success } = endpoint;
      const { security, responses } = openapi.paths[path][method];
      const mayKey = permissionForKeys(endpoint) !== null;
      const schemes = security.flatMap((each: object) => Object.keys(each));
      expect([path, schemes]).toEqual([path, auth === 'public' ? [] : ['session', ...(mayKey ? ['apiKey'] : [])]]);
      expect(security.some((each: object) => Object.keys(each).length === 0)).toBe(auth === 'optional');
      expect('RateLimit' in (responses[success.status].headers ?? {})).toBe(mayKey);
      expect('RateLimit-Policy' in responses['429'].headers).toBe(mayKey);
      const refusals = (status: string) =>
        Object.keys(responses[status]?.content['application/problem+json'].examples ?? {});
      expect(refusals('401').includes('auth.api_key_invalid')).toBe(auth !== 'public');
      expect(refusals('403').includes('auth.subscription_required')).toBe(auth !== 'public');
    }
    expect(openapi.paths['/api/links'].post.security).toEqual([{ session: [] }, { apiKey: [] }]);
    expect(openapi.paths['/api/domains'].get.security).toEqual([{}, { session: [] }, { apiKey: [] }]);
    expect(openapi.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('has formats and patterns that tools of any language can make examples from', () => {
    const text = JSON.stringify(openapi);
    const patterns = [...text.matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map((match) =>
      JSON.parse(match[1] ?? ''),
    );
    expect(patterns.length).toBeGreaterThan(3);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\p\{/);
      expect(() => new RegExp(pattern)).not.toThrow();
    }
    const fields = (schema: string) => openapi.paths[schema].post.requestBody.content['application/json'].schema;
    const link = fields('/api/links').properties;
    expect(link.url).toMatchObject({ type: 'string', format: 'uri', maxLength: 4096 });
    expect('https://example.com/').toMatch(new RegExp(link.url.pattern));
    expect('ftp://example.com/').not.toMatch(new RegExp(link.url.pattern));
    expect('a title, ü 😀').toMatch(new RegExp(link.title.pattern));
    expect('two\nlines').not.toMatch(new RegExp(link.title.pattern));
    expect('two\nlines').toMatch(new RegExp(link.description.pattern));
    expect(fields('/api/auth/login').properties.email.format).toBe('email');
    expect(text).not.toContain('"documented"');
  });

  it('refers only to what it holds', () => {
    const references = [...JSON.stringify(openapi).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(
      (m) => m[1] ?? '',
    );
    const missing = references.filter((reference) => {
      const [kind = '', name = ''] = reference.split('/');
      return !openapi.components[kind]?.[name];
    });
    expect(missing).toEqual([]);
  });
});

it.each([
  ['OpenAPI', openapi],
  ['AsyncAPI', asyncapi],
])('the %s document closes nothing that it refers to', (_, document) => {
  const closing = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const inner = Object.entries(value).flatMap(([key, part]) => closing(part, `${path}/${key}`));
    return '$ref' in value && 'additionalProperties' in value ? [path, ...inner] : inner;
  };
  expect(closing(document, '#')).toEqual([]);
});

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3', () => {
    const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
    addFormats.default(ajv);
    const { schemas } = asyncapiSpecs as unknown as { schemas: Record<string, object> };
    // It carries the draft-07 meta-schema itself, hence no other one beside it.
    const validate = ajv.compile(schemas['3.0.0'] ?? {});
    validate(asyncapi);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...asyncapi, channels: { broken: { address: 7 } } })).toBe(false);
  });

  it('has every event and signal, and every request with its reply', () => {
    for (const { subject } of [...allEvents, ...allSignals]) expect(asyncapi.operations[subject].action).toBe('send');
    for (const { subject } of allRpcs) {
      expect(asyncapi.operations[subject].action).toBe('receive');
      expect(asyncapi.channels[`${subject}.reply`].messages).toHaveProperty('problem');
    }
    expect(Object.keys(asyncapi.operations)).toHaveLength(allEvents.length + allSignals.length + allRpcs.length);
  });

  it('refers only to what it holds', () => {
    const references = [...JSON.stringify(asyncapi).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    const lookUp = (path: string) =>
      path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], asyncapi);
    expect(references.filter((reference) => lookUp(reference) === undefined)).toEqual([]);
  });
});
